import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { startSession } from '@/lib/session/session'

import { AppRoot } from './app-root'

/** Renders the login page during the build, for visitors without a token; main.tsx hydrates it. */
export function prerenderLogin() {
  void startSession()
  return renderToString(
    <StrictMode>
      <AppRoot path="/auth/login" />
    </StrictMode>,
  )
}
