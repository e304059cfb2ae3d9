import type { SessionUser } from '@stockie/contracts'

import { createStore, useStore } from '@/lib/external-store'
import { readToken, removeToken } from './token'

export type Session =
  | { authState: 'Pending' }
  | ({ authState: 'Success' } & SessionUser)
  | { authState: 'Failed'; because: 'no token' | 'signed out' | 'ended' | 'unreachable' }

export const sessionStore = createStore<Session>({ authState: 'Pending' })

export function useSession() {
  return useStore(sessionStore)
}

/**
 * Ends the session whose token the API rejected. A late answer to an older token is ignored: the
 * user has signed in again, or changed the password in another tab.
 */
export function endSession(token: string) {
  if (readToken() !== token) return
  removeToken()
  sessionStore.set({ authState: 'Failed', because: 'ended' })
}
