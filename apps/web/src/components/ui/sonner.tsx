import 'sonner/dist/styles.css'

import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'

import { useTheme } from '@/lib/theme'
import { takeToasts, toastLifetime, waitingToasts } from '@/lib/toast'

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

  useEffect(() => {
    showWaiting()
    return waitingToasts.subscribe(showWaiting)
  }, [])

  return (
    <Toaster
      theme={shown}
      duration={toastLifetime}
      visibleToasts={3}
      toastOptions={{ classNames: icons }}
      style={look}
    />
  )
}

function showWaiting() {
  for (const { kind, message } of takeToasts()) {
    // The same failure twice is one toast: a dead connection fails every list on the screen.
    if (kind === 'error') toast.error(message, { id: message })
    else toast.success(message)
  }
}
