import 'sonner/dist/styles.css'
import { useEffect } from 'react'
import { toast, Toaster } from 'sonner'

import { useStore } from '@/lib/external-store'
import { sessionStore } from '@/lib/session/session-store'
import { useTheme } from '@/lib/theme'
import {
  dequeueAllToasts,
  fallbackToast,
  isToastHeld,
  pickToastSide,
  queuedToasts,
  startToastLifetime,
  type Toast,
} from '@/lib/toast'

const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
}

const classNames = {
  // An open dialog disables pointer events on everything beside it.
  toast: 'pointer-events-auto!',
  error: '[&_[data-icon]]:text-destructive',
  success: '[&_[data-icon]]:text-primary',
  actionButton: `h-9! rounded-md! bg-primary! px-3! text-sm! text-primary-foreground!
    focus-visible:ring-[3px]! focus-visible:ring-ring/60!`,
}

/**
 * One toaster for both sides, because two would keep each other's toasts: a repeated failure would not show
 * on the other side, and the toast after an Undo would never close.
 */
export function SonnerToaster() {
  const { shown } = useTheme()
  const isHeld = useStore(isToastHeld)

  useEffect(dismissWithSession, [])
  useEffect(() => {
    showWaiting()
    return queuedToasts.subscribe(showWaiting)
  }, [])

  return (
    <Toaster
      theme={shown}
      // Only a default: every toast sets its own side. A changing value would remount toasts.
      position="bottom-center"
      // On wide screens a top toast covers the empty middle of the header.
      offset={{ top: 5 }}
      mobileOffset={{ top: 'var(--toast-top, 1rem)' }}
      // Sonner stops the time for the pointer only, not for the focus.
      duration={Infinity}
      // Otherwise a toast behind another one could have the focus.
      expand={isHeld}
      visibleToasts={3}
      // components/toast-focus.ts handles Alt+T.
      hotkey={noKeys}
      customAriaLabel="Notifications alt+T"
      toastOptions={{ classNames }}
      style={look}
    />
  )
}

const noKeys: string[] = []

/**
 * Dismisses all toasts when a session starts or ends. A login error is outdated after a login, and no
 * other user may undo an action of the last one.
 */
function dismissWithSession() {
  let before = sessionStore.get().authState
  return sessionStore.subscribe(() => {
    const now = sessionStore.get().authState
    if (now !== before && [before, now].includes('Success')) toast.dismiss()
    before = now
  })
}

function showWaiting() {
  for (const waiting of dequeueAllToasts()) show(waiting)
}

/** The shown failures by their message. A lost connection fails every list on the screen. */
const failures = new Map<string, { id: string | number; cancel: () => void }>()

function show({ kind, message, action }: Toast) {
  const side = { position: `${pickToastSide()}-center` } as const
  // A toast with an action is never merged: it may come again while the clicked toast closes.
  if (kind === 'success' || action) {
    const offer = action && { action: { label: action.label, onClick: action.run } }
    const id = toast[kind](message, { ...side, ...offer })
    startToastLifetime(() => toast.dismiss(id))
    return
  }
  // The fallback toaster shows this failure already. Its four seconds start again, as below.
  const fallback = fallbackToast.get()
  if (fallback?.kind === 'error' && fallback.message === message && !fallback.action)
    return fallbackToast.set({ ...fallback })
  const standing = failures.get(message)
  standing?.cancel()
  const onDismiss = () => void failures.delete(message)
  const id = toast.error(message, { ...(standing ? { id: standing.id } : side), onDismiss })
  failures.set(message, { id, cancel: startToastLifetime(() => toast.dismiss(id)) })
}
