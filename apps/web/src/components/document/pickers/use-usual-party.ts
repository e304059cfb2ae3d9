import { useMemo, useSyncExternalStore } from 'react'

import {
  notifyThisTab,
  readStored,
  removeStored,
  subscribeToStorage,
  writeStored,
} from '@/lib/browser-storage'
import type { Party } from '@/lib/drafts/draft'

/** The till's usual customer: each new sale starts with it. Kept in this browser, for all its users. */
export const usualCustomerKey = 'stockie-usual-customer'

/** The party that this browser chooses by itself, and a function that sets or removes it. Without a key, none. */
export function useUsualParty(key: string | undefined) {
  const text = useSyncExternalStore(subscribeToStorage, () =>
    key === undefined ? null : readStored(key),
  )
  const usual = useMemo(() => parseParty(text), [text])

  function setUsual(party: Party | null) {
    if (key === undefined) return
    if (party === null) removeStored(key)
    else writeStored(key, JSON.stringify(party))
    notifyThisTab()
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
