import { useEffect } from 'react'

import { useStore } from '@/lib/store'
import { toastLifetime, waitingToasts } from '@/lib/toast'

/** One sentence after the other, without sonner. */
export function PlainToaster() {
  const [first] = useStore(waitingToasts)

  useEffect(() => {
    const timer =
      first && setTimeout(() => waitingToasts.set(waitingToasts.get().slice(1)), toastLifetime)
    return () => clearTimeout(timer)
  }, [first])

  if (!first) return null
  return (
    <p
      role="alert"
      className="fixed inset-x-4 top-4 z-50 rounded-lg border bg-popover px-4 py-3 text-sm shadow-lg sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6"
    >
      {first.message}
    </p>
  )
}
