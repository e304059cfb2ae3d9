import 'sonner/dist/styles.css'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { toast, Toaster } from 'sonner'

import { releaseFocus } from '@/lib/focus'
import { sessionStore } from '@/lib/session/session-store'
import { useTheme } from '@/lib/theme'
import {
  pickToastSide,
  dequeueAllToasts,
  type Toast,
  toastLifetime,
  queuedToasts,
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
  const { noteTab, goOn } = useWayOut()

  useEffect(dismissWithSession, [])
  useEffect(() => {
    showWaiting()
    return queuedToasts.subscribe(showWaiting)
  }, [])

  return (
    <div onKeyDownCapture={noteTab} onBlur={goOn}>
      <Toaster
        theme={shown}
        // Only a default: every toast sets its own side. A changing value would remount toasts.
        position="bottom-center"
        // On wide screens a top toast covers the empty middle of the header.
        offset={{ top: 5 }}
        duration={toastLifetime}
        visibleToasts={3}
        toastOptions={{ classNames }}
        style={look}
      />
    </div>
  )
}

/**
 * Lets Tab leave the toasts. Sonner returns the focus to where it came from, so the user would go back and
 * forth for as long as a toast is shown.
 */
function useWayOut() {
  const isTab = useRef(false)

  function noteTab({ key }: KeyboardEvent) {
    isTab.current = key === 'Tab'
  }

  function goOn({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!isTab.current || currentTarget.contains(relatedTarget)) return
    isTab.current = false
    // After the last toast, Tab wraps to the first control of the page.
    const next = relatedTarget ?? document.querySelector('a[href], button, input')
    setTimeout(() => next instanceof HTMLElement && next.focus())
  }

  return { noteTab, goOn }
}

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

function show({ kind, message, action }: Toast) {
  const side = { position: `${pickToastSide()}-center` } as const
  const offer = action && {
    action: {
      label: action.label,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        action.run()
        // Sonner then returns the focus to the element before, if it still exists.
        releaseFocus(currentTarget)
      },
    },
  }
  if (kind === 'success') return toast.success(message, { ...side, ...offer })
  // A repeated failure is one toast, since a lost connection fails every list on the screen. A toast with
  // an action is never merged: it may come again while the clicked toast closes.
  if (offer) return toast.error(message, { ...side, ...offer })
  const stands = toast.getToasts().some(({ id }) => id === message)
  return toast.error(message, { id: message, ...(!stands && side) })
}
