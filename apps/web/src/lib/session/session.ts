import type { LoginAnswer, LoginInput, SessionUser, VerifyAnswer } from '@stockie/contracts'

import { isTransient, loginPath, postLogout, request } from '@/lib/api/api-client'
import { removeStored, writeStored } from '@/lib/browser-storage'
import { removeSearchesOfOthers, removeTabValues } from '@/lib/tab/tab-storage'
import { currentUserId, readToken, removeToken, sessionStore, storeToken } from './session-store'

/** Delays between retries of the check, in milliseconds. They cover a restart of the server. */
const retryDelays = [500, 1500]

/** Tells other tabs that the user logged out, rather than that the API ended the session. */
export const signedOutKey = 'stockie-signed-out'

/** Checks the session on app start, or when the user retries a failed check. */
export async function startSession() {
  // Without a token the answer is known, so the login page need not wait.
  if (readToken() === null) return sessionStore.set({ authState: 'Failed', because: 'no token' })

  sessionStore.set({ authState: 'Pending' })
  await checkSession()
}

export async function logIn(input: LoginInput) {
  storeSession(await request<LoginAnswer>('POST', loginPath, { body: input }))
}

function storeSession({ user, token }: LoginAnswer) {
  removeStored(signedOutKey)
  storeToken(token)
  setUser(user)
}

function setUser(user: SessionUser) {
  removeSearchesOfOthers(user.id)
  sessionStore.set({ authState: 'Success', ...user })
}

/** Stores the new token after a password change, unless the user has logged out meanwhile. */
export function renewSession(answer: LoginAnswer) {
  if (sessionStore.get().authState === 'Success') storeSession(answer)
}

/** Logs out at once, whether or not the server can be reached. */
export function logOut() {
  const token = readToken()
  writeStored(signedOutKey, 'yes')
  removeToken()
  setSignedOut()
  if (token !== null) postLogout(token)
}

export function setSignedOut() {
  removeTabValues(currentUserId() ?? undefined)
  sessionStore.set({ authState: 'Failed', because: 'signed out' })
}

/** Asks the API whose token this is, and updates the session. Returns false without an answer. */
export async function checkSession() {
  const token = readToken()
  const answer = await verifyToken()
  const isAnswered = answer !== undefined
  // Another tab or a new login changed the token, and the session with it.
  if (readToken() !== token) return isAnswered
  if (answer) setUser(answer.user)
  else if (sessionStore.get().authState === 'Pending') {
    // The token may be valid: keep it for a reload or a retry.
    sessionStore.set({ authState: 'Failed', because: 'unreachable' })
  }
  return isAnswered
}

async function verifyToken(delays = retryDelays): Promise<VerifyAnswer | undefined> {
  try {
    return await request<VerifyAnswer>('POST', '/auth/verify')
  } catch (error) {
    const [delay, ...rest] = delays
    if (!isTransient(error) || delay === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, delay))
    return verifyToken(rest)
  }
}
