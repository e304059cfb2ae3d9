import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { createStore, useStore } from '@/lib/external-store'
import { currentUserId, sessionStore } from '@/lib/session/session-store'
import type { Slip } from './slip-contents'

interface SlipRequest {
  /** Two prints of one sale are two dialogs. */
  key: number
  owner: number | null
  slip: Slip
  /** Prints at once, on the shop's own width. */
  isAutomatic: boolean
}

/** The slips to print, the oldest first. A printer takes one after the other. */
const requests = createStore<readonly SlipRequest[]>([])

let lastKey = 0

/** Asks for the width and prints a slip, on whichever page the user is. */
export function printSlip(slip: Slip, { isAutomatic = false } = {}) {
  lastKey += 1
  requests.set([...requests.get(), { key: lastKey, owner: currentUserId(), slip, isAutomatic }])
}

// The next user must not print the slips of this one.
sessionStore.subscribe(() => {
  const user = currentUserId()
  requests.set(requests.get().filter(({ owner }) => owner === user))
})

const SlipDialog = lazyDialog(() => import('./slip-dialog').then((file) => file.SlipDialog))

/** Prints the slips that any screen asks for. */
export function SlipHost() {
  const [request] = useStore(requests)
  if (!request) return null
  const { key, slip, isAutomatic } = request
  return <SlipDialog key={key} slip={slip} isAutomatic={isAutomatic} onClose={closeSlip} />
}

function closeSlip() {
  requests.set(requests.get().slice(1))
}
