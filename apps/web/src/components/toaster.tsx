import { type MouseEvent, type ReactNode, type RefCallback, useEffect, useState } from 'react'

import { lazyComponent } from '@/components/lazy/lazy-component'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { createStore, useStore } from '@/lib/external-store'
import { releaseFocus } from '@/lib/focus'
import { memoizeImport } from '@/lib/lazy-import'
import { sessionStore } from '@/lib/session/session-store'
import { fallbackToast, queuedToasts, showFallbackToast, startToastLifetime } from '@/lib/toast'

/** How long Sonner may take to load before the fallback shows the toast, in milliseconds. */
export const sonnerTimeout = 400

/** Shows one toast at a time while Sonner loads slowly or cannot load. A toast shown here stays here. */
export function FallbackToaster() {
  const isWaiting = useStore(queuedToasts).length > 0
  const shown = useStore(fallbackToast)

  useEffect(() => {
    if (shown || !isWaiting) return undefined
    const timer = setTimeout(showFallbackToast, sonnerTimeout)
    return () => clearTimeout(timer)
  }, [shown, isWaiting])

  useEffect(() => {
    if (!shown) return undefined
    const hide = () => fallbackToast.set(null)
    const cancel = startToastLifetime(hide)
    // A toast belongs to one session: the next user must not see it.
    const unsubscribe = sessionStore.subscribe(hide)
    return () => {
      cancel()
      unsubscribe()
    }
  }, [shown])

  function runAction({ currentTarget }: MouseEvent<HTMLElement>) {
    fallbackToast.set(null)
    shown?.action?.run()
    releaseFocus(currentTarget)
  }

  return (
    // An open dialog hides everything beside it from screen readers, except live regions.
    // 'off' keeps this one silent, since the alert inside is announced by itself.
    <div aria-live="off">
      {shown && (
        <div
          data-toast
          className={cn(
            // An open dialog disables pointer events on everything beside it.
            'pointer-events-auto fixed inset-x-4 z-60 mx-auto flex max-w-sm items-center justify-between gap-3 rounded-lg border bg-popover px-4 py-3 text-sm shadow-lg',
            shown.side === 'top' ? 'top-(--toast-top,1rem) sm:top-4' : 'bottom-6',
          )}
        >
          <p role="alert">{shown.message}</p>
          {shown.action && <Button onClick={runAction}>{shown.action.label}</Button>}
        </div>
      )}
    </div>
  )
}

const loadToaster = memoizeImport(() => import('./ui/sonner'))
/** toast-focus.ts, once it is loaded. Apart from Sonner, because the fallback needs it too. */
const focusManager = createStore<RefCallback<HTMLElement> | null>(null)
const loadFocusManager = memoizeImport(async () => {
  const file = await import('./toast-focus')
  focusManager.set(file.manageToastFocus)
})

/** Fetches the code of toasts before the first toast, when a toast is likely. */
export function preloadToaster() {
  for (const load of [loadToaster, loadFocusManager]) load().catch(() => {})
}

/**
 * Waits for the code that makes toasts reachable by keyboard; without it, toasts work by pointer. Shows nothing if
 * Sonner cannot be fetched: the toast may be about that lost connection.
 */
const LoadedToaster = lazyComponent(() => {
  preloadToaster()
  return loadFocusManager()
    .catch(() => {})
    .then(loadToaster)
    .then(
      (file) => file.SonnerToaster,
      () => () => null,
    )
})

/** Makes the toasts in it reachable by keyboard. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const manage = useStore(focusManager)

  return <div ref={manage}>{children}</div>
}

export function Toaster() {
  const isWaiting = useStore(queuedToasts).length > 0
  const [isWanted, setIsWanted] = useState(isWaiting)
  if (isWaiting && !isWanted) setIsWanted(true)

  return (
    <ToastRegion>
      <FallbackToaster />
      {isWanted && <LoadedToaster />}
    </ToastRegion>
  )
}
