import { createStore } from './store'

export interface Toast {
  kind: 'success' | 'error'
  message: string
}

/** 4 seconds, as the specification says. */
export const toastLifetime = 4000

/** Raised and not shown yet. components/toaster.tsx takes them from here, once it is loaded. */
export const waitingToasts = createStore<readonly Toast[]>([])

export function toastSuccess(message: string) {
  raise({ kind: 'success', message })
}

export function toastError(message: string) {
  raise({ kind: 'error', message })
}

/** Whoever takes them shows them: nobody else will. */
export function takeToasts() {
  const toasts = waitingToasts.get()
  if (toasts.length > 0) waitingToasts.set([])
  return toasts
}

function raise(toast: Toast) {
  waitingToasts.set([...waitingToasts.get(), toast])
}
