import { useEffect, useSyncExternalStore } from 'react'

import { useSession } from '@/lib/session-store'

import type { DraftKind } from './draft'
import { openDraft, readDraft } from './drafts'
import { followDrafts } from './tabs'

/** The draft of whoever is signed in, as the storage holds it. */
export function useDraft(kind: DraftKind) {
  const session = useSession()
  // Nobody's id is 0, and a screen whose session has ended goes in this moment.
  const owner = session.authState === 'Success' ? session.id : 0
  const draft = useSyncExternalStore(followDrafts, () => readDraft(kind, owner))

  useEffect(() => {
    if (owner !== 0) openDraft(kind, owner)
  }, [kind, owner])

  return { owner, draft }
}
