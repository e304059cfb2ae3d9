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

/** 4 seconds, as the specification says. */
export const toastLifetime = 4000

/** Raised and not shown yet. components/toaster.tsx takes them from here, once it is loaded. */
export const waitingToasts = createStore<readonly Toast[]>([])

export function toastSuccess(message: string, action?: ToastAction) {
  raise({ kind: 'success', message, action: action && once(action) })
}

export function toastError(message: string, action?: ToastAction) {
  raise({ kind: 'error', message, action: action && once(action) })
}

/** How many there are now that have at the bottom what a toast would cover there. */
export const bottomBarCount = createStore(0)

/** Whoever takes them shows them: nobody else will. */
export function takeToasts() {
  const toasts = waitingToasts.get()
  if (toasts.length > 0) waitingToasts.set([])
  return toasts
}

/** The one that has waited longest. */
export function takeToast() {
  const [first, ...rest] = waitingToasts.get()
  if (first) waitingToasts.set(rest)
  return first
}

function raise(toast: Toast) {
  waitingToasts.set([...waitingToasts.get(), toast])
}

/** A toast that is on its way out can still be clicked. */
function once({ label, run }: ToastAction): ToastAction {
  let isOpen = true
  return {
    label,
    run: () => {
      if (isOpen) run()
      isOpen = false
    },
  }
}

/**
 * Where a toast is to stand that comes now. On a phone the button of a form is at the bottom, and a list's
 * pager at the bottom right. Asked once for each: what stands stays where it stands.
 */
export function pickToastSide() {
  const isNarrow = window.matchMedia('(width < 40rem)').matches
  return isNarrow || bottomBarCount.get() > 0 ? 'top' : 'bottom'
}
