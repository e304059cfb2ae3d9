import { createStore, useStore } from '@/lib/store'

import type { DraftKind } from './draft'

/** The drafts that this tab is sending: also of a screen that was left, and come back to. */
const sending = createStore<readonly string[]>([])

const nameOf = (kind: DraftKind, owner: number) => `${kind}-${owner}`

/** At once: a second click may come before React has drawn what the first one disables. */
export function isSending(kind: DraftKind, owner: number) {
  return sending.get().includes(nameOf(kind, owner))
}

export function beginSending(kind: DraftKind, owner: number) {
  sending.set([...sending.get(), nameOf(kind, owner)])
}

export function endSending(kind: DraftKind, owner: number) {
  sending.set(sending.get().filter((name) => name !== nameOf(kind, owner)))
}

export function useIsSending(kind: DraftKind, owner: number) {
  return useStore(sending).includes(nameOf(kind, owner))
}
