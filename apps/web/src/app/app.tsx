import '@/index.css'

import { useState } from 'react'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom'
import { twMerge } from 'tailwind-merge'

import { setClassMerger } from '@/lib/cn'
import { createOverlayHistory } from '@/lib/overlays/overlay-history'

import { ErrorBoundary } from './error-boundary'
import { AppRoutes, preloadDashboard } from './routes'

setClassMerger(twMerge)
// While the session is checked, or the user types a password.
if (/^\/(auth\/login|dashboard)?$/.test(window.location.pathname)) preloadDashboard()

export function App() {
  const [history] = useState(createOverlayHistory)
  return (
    <HistoryRouter history={history}>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
    </HistoryRouter>
  )
}
