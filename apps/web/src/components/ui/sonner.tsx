import 'sonner/dist/styles.css'

import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'

import { sessionStore } from '@/lib/session-store'
import { useTheme } from '@/lib/theme'
import { takeToasts, toastLifetime, waitingToasts } from '@/lib/toast'
import { useMedia } from '@/lib/use-media'

const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
}

const icons = {
  error: '[&_[data-icon]]:text-destructive',
  success: '[&_[data-icon]]:text-primary',
}

export function SonnerToaster() {
  const { shown } = useTheme()
  const isNarrow = useMedia('(width < 40rem)')

  useEffect(dismissAtLogin, [])
  useEffect(() => {
    showWaiting()
    return waitingToasts.subscribe(showWaiting)
  }, [])

  return (
    <Toaster
      theme={shown}
      // On a phone the button of a form is at the bottom.
      position={isNarrow ? 'top-center' : 'bottom-right'}
      duration={toastLifetime}
      visibleToasts={3}
      toastOptions={{ classNames: icons }}
      style={look}
    />
  )
}

/** A refused password is old news to whoever has signed in since. */
function dismissAtLogin() {
  let before = sessionStore.get().authState
  return sessionStore.subscribe(() => {
    const now = sessionStore.get().authState
    if (now !== before && now === 'Success') toast.dismiss()
    before = now
  })
}

function showWaiting() {
  for (const { kind, message } of takeToasts()) {
    // The same failure twice is one toast: a dead connection fails every list on the screen.
    if (kind === 'error') toast.error(message, { id: message })
    else toast.success(message)
  }
}
