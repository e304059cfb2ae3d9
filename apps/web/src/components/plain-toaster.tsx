import { useEffect, useState } from 'react'

import { Button } from '@/components/ui/button'
import { focusMain } from '@/lib/focus-main'
import { pickToastSide } from '@/lib/pick-toast-side'
import { sessionStore } from '@/lib/session-store'
import { useStore } from '@/lib/store'
import { cn } from '@/lib/cn'
import { takeToast, toastLifetime, waitingToasts, type Toast } from '@/lib/toast'

/** How long sonner may take: whoever waits for an answer shall not wait for it twice. */
export const patience = 400

/** One sentence after the other, where sonner is slow to come or cannot. What stands here stays here. */
export function PlainToaster() {
  const isWaiting = useStore(waitingToasts).length > 0
  const [shown, setShown] = useState<Toast & { side: 'top' | 'bottom' }>()

  useEffect(() => {
    if (shown || !isWaiting) return undefined
    const timer = setTimeout(() => {
      const toast = takeToast()
      if (toast) setShown({ ...toast, side: pickToastSide() })
    }, patience)
    return () => clearTimeout(timer)
  }, [shown, isWaiting])

  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(undefined), toastLifetime)
    // Old news to whoever has signed in since, and nobody's once they have gone.
    const stop = sessionStore.subscribe(() => setShown(undefined))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shown])

  if (!shown) return null
  const { message, action, side } = shown

  function act() {
    setShown(undefined)
    action?.run()
    // The button goes, and the focus with it.
    focusMain()
  }

  return (
    <div
      className={cn(
        'fixed inset-x-4 z-50 mx-auto flex max-w-sm items-center justify-between gap-3 rounded-lg border bg-popover px-4 py-3 text-sm shadow-lg',
        side === 'top' ? 'top-4' : 'bottom-6',
      )}
    >
      <p role="alert">{message}</p>
      {action && <Button onClick={act}>{action.label}</Button>}
    </div>
  )
}
