import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { startSession } from '@/lib/session/session'

import { AppRoot } from './app-root'

/** The login page as the build draws it, for whoever has no token: main.tsx makes it live. */
export function prerenderLogin() {
  void startSession()
  return renderToString(
    <StrictMode>
      <AppRoot path="/auth/login" />
    </StrictMode>,
  )
}
