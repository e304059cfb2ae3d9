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
 * The API no longer knows this token. A late answer to an older token ends nothing: the person
 * has signed in again meanwhile, or changed the password in another tab.
 */
export function endSession(token: string) {
  if (readToken() !== token) return
  removeToken()
  sessionStore.set({ authState: 'Failed', because: 'ended' })
}
