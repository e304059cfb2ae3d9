import type { SessionUser } from '@stockie/contracts'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

import { AppRoot } from '@/app/app-root'
import { startSession } from '@/lib/session/session'
import { storeToken } from '@/lib/session/session-store'

export const owner: SessionUser = {
  id: 1,
  name: 'Olivia Owner',
  email: 'owner@stockie.test',
  role: 1,
}

/** Renders the whole app at a path, as main.tsx does, with an optional stored token. */
export function renderApp(path: string, token?: string) {
  window.history.replaceState(null, '', path)
  if (token) storeToken(token)
  const started = startSession()
  const view = render(<AppRoot path={path} />)
  return { ...view, started, user: userEvent.setup() }
}
