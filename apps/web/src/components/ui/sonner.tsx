import 'sonner/dist/styles.css'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { toast, Toaster } from 'sonner'

import { releaseFocus } from '@/lib/focus'
import { sessionStore } from '@/lib/session/session-store'
import { useTheme } from '@/lib/theme'
import { pickToastSide, takeToasts, type Toast, toastLifetime, waitingToasts } from '@/lib/toast'

const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
}

const classNames = {
  // A dialog takes the pointer from everything beside it.
  toast: 'pointer-events-auto!',
  error: '[&_[data-icon]]:text-destructive',
  success: '[&_[data-icon]]:text-primary',
  actionButton: `h-9! rounded-md! bg-primary! px-3! text-sm! text-primary-foreground!
    focus-visible:ring-[3px]! focus-visible:ring-ring/60!`,
}

/**
 * One for both sides. Of two each would keep what the other has shown: the same failure would not come
 * again on the other side, and what comes after an Undo would stand for ever.
 */
export function SonnerToaster() {
  const { shown } = useTheme()
  const { noteTab, goOn } = useWayOut()

  useEffect(dismissWithSession, [])
  useEffect(() => {
    showWaiting()
    return waitingToasts.subscribe(showWaiting)
  }, [])

  return (
    <div onKeyDownCapture={noteTab} onBlur={goOn}>
      <Toaster
        theme={shown}
        // Each toast says where it stands. Another one here would mount anew all that do not.
        position="bottom-center"
        // Where it is wide, over the header, which has nothing there that anybody needs.
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
 * Sonner leads whoever leaves the toasts back to where they came from. By Tab that is no way out: one
 * would go to and fro for as long as there is a toast.
 */
function useWayOut() {
  const isTab = useRef(false)

  function noteTab({ key }: KeyboardEvent) {
    isTab.current = key === 'Tab'
  }

  function goOn({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!isTab.current || currentTarget.contains(relatedTarget)) return
    isTab.current = false
    // After the last toast the page begins again.
    const next = relatedTarget ?? document.querySelector('a[href], button, input')
    setTimeout(() => next instanceof HTMLElement && next.focus())
  }

  return { noteTab, goOn }
}

/**
 * A refused password is old news to whoever has signed in since, and what somebody could undo is
 * nobody's once they have gone.
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
  for (const waiting of takeToasts()) show(waiting)
}

function show({ kind, message, action }: Toast) {
  const side = { position: `${pickToastSide()}-center` } as const
  const offer = action && {
    action: {
      label: action.label,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        action.run()
        // Sonner then leads back to where one was, if that is there still.
        releaseFocus(currentTarget)
      },
    },
  }
  if (kind === 'success') return toast.success(message, { ...side, ...offer })
  // The same failure twice is one toast: a dead connection fails every list on the screen. One that
  // offers something is its own: it may come again while the one that was clicked is leaving.
  if (offer) return toast.error(message, { ...side, ...offer })
  const stands = toast.getToasts().some(({ id }) => id === message)
  return toast.error(message, { id: message, ...(!stands && side) })
}
