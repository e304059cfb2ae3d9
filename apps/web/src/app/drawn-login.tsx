import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { startSession } from '@/lib/session'

import { Start } from './start'

/** The login page as the build draws it, for whoever has no token: main.tsx makes it live. */
export function drawnLogin() {
  void startSession()
  return renderToString(
    <StrictMode>
      <Start path="/auth/login" />
    </StrictMode>,
  )
}
