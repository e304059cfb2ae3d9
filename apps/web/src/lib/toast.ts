import { createStore } from './external-store'

interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  kind: 'success' | 'error'
  message: string
  action?: ToastAction | undefined
}

/** 4 seconds, as the specification demands. */
export const toastLifetime = 4000

/** Whether a toast has the focus or the pointer, or the page is hidden. components/toast-focus.ts sets it. */
export const isToastHeld = createStore(false)

/** Calls `end` after 4 seconds without a hold. A hold starts them again. Returns a function that cancels it. */
export function startToastLifetime(end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function restart() {
    clearTimeout(timer)
    timer = isToastHeld.get() ? undefined : setTimeout(finish, toastLifetime)
  }
  function cancel() {
    clearTimeout(timer)
    unsubscribe()
  }
  function finish() {
    cancel()
    end()
  }

  const unsubscribe = isToastHeld.subscribe(restart)
  restart()
  return cancel
}

/** Toasts that are not shown yet. components/toaster.tsx takes them once it is loaded. */
export const queuedToasts = createStore<readonly Toast[]>([])

/** The toast that the fallback toaster shows, and the side where it stays. */
export const fallbackToast = createStore<(Toast & { side: 'top' | 'bottom' }) | null>(null)

export function toastSuccess(message: string, action?: ToastAction) {
  raise('success', message, action)
}

export function toastError(message: string, action?: ToastAction) {
  raise('error', message, action)
}

/** The number of mounted components with buttons at the bottom, which a toast would cover. */
export const bottomBarCount = createStore(0)

/** Removes and returns all waiting toasts. The caller must show them. */
export function dequeueAllToasts() {
  const toasts = queuedToasts.get()
  if (toasts.length > 0) queuedToasts.set([])
  return toasts
}

/** Moves the oldest waiting toast to the fallback toaster. */
export function showFallbackToast() {
  const [first, ...rest] = queuedToasts.get()
  if (!first) return
  queuedToasts.set(rest)
  fallbackToast.set({ ...first, side: pickToastSide() })
}

function raise(kind: Toast['kind'], message: string, action?: ToastAction) {
  queuedToasts.set([...queuedToasts.get(), { kind, message, action: action && once(action) }])
}

/** Prevents a second run: a toast can still be clicked while it fades out. */
function once({ label, run }: ToastAction): ToastAction {
  let isAvailable = true
  return {
    label,
    run: () => {
      if (isAvailable) run()
      isAvailable = false
    },
  }
}

/**
 * The side for a new toast. On a phone the form's button is at the bottom, and the list's pager at
 * the bottom right. Shown toasts stay where they are.
 */
export function pickToastSide() {
  const isNarrow = window.matchMedia('(width < 40rem)').matches
  return isNarrow || bottomBarCount.get() > 0 ? 'top' : 'bottom'
}
