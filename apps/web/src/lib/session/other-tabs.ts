import { readStored } from '@/lib/browser-storage'
import { toastSuccess } from '@/lib/toast'
import { checkSession, setSignedOut, signedOutKey } from './session'
import { readToken, sessionStore, tokenKey } from './session-store'

/** Signs in and out together with the other tabs. */
export function syncWithOtherTabs() {
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) followOtherTab()
  })
  // A page restored from the back/forward cache missed all events meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && followOtherTab())
}

function followOtherTab() {
  if (readToken() === null) followEnd()
  else void followLogin()
}

function followEnd() {
  if (sessionStore.get().authState === 'Failed') return
  if (readStored(signedOutKey) !== null) setSignedOut()
  else sessionStore.set({ authState: 'Failed', because: 'ended' })
}

/** Tells the user if another user has signed in in another tab. */
async function followLogin() {
  const before = sessionStore.get()
  await checkSession()
  const now = sessionStore.get()
  if (before.authState !== 'Success' || now.authState !== 'Success' || before.id === now.id) return
  toastSuccess(`You are now signed in as ${now.name}.`)
}
