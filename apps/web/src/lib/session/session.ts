import type { LoginAnswer, LoginInput, SessionUser, VerifyAnswer } from '@stockie/contracts'

import { postLogout, loginPath, request } from '@/lib/api/api-client'
import { isTransient } from '@/lib/api/api-error'
import { removeScreenParams } from '@/lib/screen-params-storage'
import { sessionStore } from './session-store'
import { readStored, removeStored, writeStored } from '@/lib/browser-storage'
import { toastSuccess } from '@/lib/toast'
import { readToken, removeToken, storeToken, tokenKey } from './token'

/** Waits before the check is made again, in milliseconds: a server that restarts is back by then. */
const secondChances = [500, 1500]

/** Tells the other tabs that the token was taken away by a log out, not by the API. */
const signedOutKey = 'stockie-signed-out'

/** The check on app start, and again when the person asks for it after it could not be made. */
export async function startSession() {
  // Without a token the answer is known, and the login page need not wait for it.
  if (readToken() === null) return sessionStore.set({ authState: 'Failed', because: 'no token' })

  sessionStore.set({ authState: 'Pending' })
  await checkSession()
}

export async function logIn(input: LoginInput) {
  keepSession(await request<LoginAnswer>('POST', loginPath, { body: input }))
}

function keepSession({ user, token }: LoginAnswer) {
  removeStored(signedOutKey)
  storeToken(token)
  enter(user)
}

function enter(user: SessionUser) {
  removeScreenParams(user.id)
  sessionStore.set({ authState: 'Success', ...user })
}

/** After a password change. Whoever has logged out while it was under way stays out. */
export function renewSession(answer: LoginAnswer) {
  if (sessionStore.get().authState === 'Success') keepSession(answer)
}

/** The server ends the session too. Whoever goes does not wait for it, and goes also without it. */
export function logOut() {
  const token = readToken()
  writeStored(signedOutKey, 'yes')
  removeToken()
  leave()
  if (token !== null) postLogout(token)
}

function leave() {
  removeScreenParams()
  sessionStore.set({ authState: 'Failed', because: 'signed out' })
}

/** Signing in or out in one tab is signing in or out in all of them. */
export function syncWithOtherTabs() {
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) follow()
  })
  // A page that Back brings out of the browser's memory as it was has heard nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow())
}

function follow() {
  if (readToken() === null) followEnd()
  else void followLogin()
}

function followEnd() {
  if (sessionStore.get().authState === 'Failed') return
  if (readStored(signedOutKey) !== null) leave()
  else sessionStore.set({ authState: 'Failed', because: 'ended' })
}

/** Whoever works here must not go on as somebody else without knowing. */
async function followLogin() {
  const before = sessionStore.get()
  await checkSession()
  const now = sessionStore.get()
  if (before.authState !== 'Success' || now.authState !== 'Success' || before.id === now.id) return
  toastSuccess(`You are now signed in as ${now.name}.`)
}

/** Who one is now, for those who have a token. */
export async function checkSession() {
  const token = readToken()
  const answer = await askWho()
  // Whoever changed the token meanwhile has changed the session with it.
  if (readToken() !== token) return
  if (answer) enter(answer.user)
  else if (sessionStore.get().authState === 'Pending') {
    // The token may well be good: it stays, and a reload or a second try finds out.
    sessionStore.set({ authState: 'Failed', because: 'unreachable' })
  }
}

async function askWho(waits = secondChances): Promise<VerifyAnswer | undefined> {
  try {
    return await request<VerifyAnswer>('POST', '/auth/verify')
  } catch (error) {
    const [wait, ...rest] = waits
    if (!isTransient(error) || wait === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, wait))
    return askWho(rest)
  }
}
