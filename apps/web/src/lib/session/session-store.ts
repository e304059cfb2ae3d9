import type { SessionUser } from '@stockie/contracts'

import { readStored, removeStored, writeStored } from '@/lib/browser-storage'
import { createStore, useStore } from '@/lib/external-store'

export const tokenKey = 'token'

export function readToken() {
  return readStored(tokenKey)
}

export function storeToken(token: string) {
  writeStored(tokenKey, token)
}

export function removeToken() {
  removeStored(tokenKey)
}

export type Session =
  | { authState: 'Pending' }
  | ({ authState: 'Success' } & SessionUser)
  | { authState: 'Failed'; because: 'no token' | 'signed out' | 'ended' | 'unreachable' }

export const sessionStore = createStore<Session>({ authState: 'Pending' })

export function useSession() {
  return useStore(sessionStore)
}

/** The id of the signed-in user, or null. */
export function currentUserId() {
  const session = sessionStore.get()
  return session.authState === 'Success' ? session.id : null
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
