import { useEffect } from 'react'

import { Button } from '@/components/ui/button'
import { useStore } from '@/lib/store'
import { toastLifetime, waitingToasts } from '@/lib/toast'

/** One sentence after the other, without sonner. */
export function PlainToaster() {
  const [first] = useStore(waitingToasts)

  useEffect(() => {
    const timer = first && setTimeout(showNext, toastLifetime)
    return () => clearTimeout(timer)
  }, [first])

  if (!first) return null
  const { message, action } = first

  function act() {
    showNext()
    action?.run()
  }

  return (
    <div className="fixed inset-x-4 top-4 z-50 flex items-center justify-between gap-3 rounded-lg border bg-popover px-4 py-3 text-sm shadow-lg sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6">
      <p role="alert">{message}</p>
      {action && <Button onClick={act}>{action.label}</Button>}
    </div>
  )
}

function showNext() {
  waitingToasts.set(waitingToasts.get().slice(1))
}
