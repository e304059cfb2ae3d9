import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'

import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { useStore } from '@/lib/external-store'
import { releaseFocus } from '@/lib/focus'
import { memoizeImport } from '@/lib/lazy-import'
import { sessionStore } from '@/lib/session/session-store'
import { pickToastSide, takeToast, type Toast, toastLifetime, waitingToasts } from '@/lib/toast'

/** How long sonner may take: whoever waits for an answer shall not wait for it twice. */
export const sonnerTimeout = 400

/** One sentence after the other, where sonner is slow to come or cannot. What stands here stays here. */
export function FallbackToaster() {
  const isWaiting = useStore(waitingToasts).length > 0
  const [shown, setShown] = useState<Toast & { side: 'top' | 'bottom' }>()

  useEffect(() => {
    if (shown || !isWaiting) return undefined
    const timer = setTimeout(() => {
      const toast = takeToast()
      if (toast) setShown({ ...toast, side: pickToastSide() })
    }, sonnerTimeout)
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

  function act({ currentTarget }: MouseEvent<HTMLElement>) {
    setShown(undefined)
    shown?.action?.run()
    releaseFocus(currentTarget)
  }

  return (
    // A dialog hides from those who listen all that is beside it, but for what is live. The alert speaks by itself.
    <div aria-live="off">
      {shown && (
        <div
          className={cn(
            // Over a dialog, which takes the pointer from everything beside it.
            'pointer-events-auto fixed inset-x-4 z-60 mx-auto flex max-w-sm items-center justify-between gap-3 rounded-lg border bg-popover px-4 py-3 text-sm shadow-lg',
            shown.side === 'top' ? 'top-4' : 'bottom-6',
          )}
        >
          <p role="alert">{shown.message}</p>
          {shown.action && <Button onClick={act}>{shown.action.label}</Button>}
        </div>
      )}
    </div>
  )
}

const loadToaster = memoizeImport(() => import('./ui/sonner'))

/** Sonner comes with the first toast, or a little before where one is likely. */
export function preloadToaster() {
  loadToaster().catch(() => {})
}

/** The connection that a toast is about may be the one that sonner cannot come over. */
const LoadedToaster = lazy(async (): Promise<{ default: ComponentType }> => {
  const file = await loadToaster().catch(() => null)
  return { default: file ? file.SonnerToaster : () => null }
})

export function Toaster() {
  const isWaiting = useStore(waitingToasts).length > 0
  const [wanted, setWanted] = useState(isWaiting)
  if (isWaiting && !wanted) setWanted(true)

  return (
    <>
      <FallbackToaster />
      {wanted && (
        <Suspense fallback={null}>
          <LoadedToaster />
        </Suspense>
      )}
    </>
  )
}
