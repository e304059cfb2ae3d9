import { useMemo, useSyncExternalStore } from 'react'

import { readStored, removeStored, writeStored } from '@/lib/browser-storage'
import type { Party } from '@/lib/drafts/draft'

/** The till's usual customer: each new sale starts with it. Kept in this browser, for all its users. */
export const usualCustomerKey = 'stockie-usual-customer'

const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** The party that this browser chooses by itself, and a function that sets or removes it. Without a key, none. */
export function useUsualParty(key: string | undefined) {
  const text = useSyncExternalStore(subscribe, () => (key === undefined ? null : readStored(key)))
  const usual = useMemo(() => parseParty(text), [text])

  function setUsual(party: Party | null) {
    if (key === undefined) return
    if (party === null) removeStored(key)
    else writeStored(key, JSON.stringify(party))
    for (const changed of listeners) changed()
  }

  return { usual, setUsual }
}

function parseParty(text: string | null): Party | null {
  try {
    const { id, name }: Record<string, unknown> = JSON.parse(text ?? '{}')
    return typeof id === 'number' && typeof name === 'string' ? { id, name } : null
  } catch {
    return null
  }
}
