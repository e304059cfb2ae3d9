import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { useTabKey } from '@/lib/tab/use-tab-key'
import { importOrReload } from '@/lib/lazy-import'
import { readTabValue } from '@/lib/tab/tab-storage'
import type { CrudResource, CrudRow } from './crud-resource'

/**
 * The record whose dialog is open. After a new login or a reload, it is the one of the form that the tab has
 * kept; `reopen` then combines the record as it is now with the one that was opened.
 */
export function useEditedRecord<Row extends CrudRow>(
  resource: Pick<CrudResource<Row, never>, 'path' | 'listWith' | 'wholeList'>,
  reopen: (now: Row, opened: Row) => Row = (now) => now,
) {
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const storageKey = useTabKey('form', resource.path)
  const client = useQueryClient()

  const openKept = useEventCallback((signal: AbortSignal) => {
    // Few visits need this code, so the list does not wait for it.
    importOrReload(() => import('./kept-form-opener')).then(
      ({ openKeptForm }) =>
        openKeptForm({
          storageKey,
          resource,
          client,
          // The user may have opened another form meanwhile.
          onOpen: (kept) => setEditing((other) => other ?? kept),
          reopen,
          signal,
        }),
      () => {},
    )
  })

  useEffect(() => {
    if (readTabValue(storageKey) === '') return undefined
    const visit = new AbortController()
    openKept(visit.signal)
    return () => visit.abort()
  }, [storageKey, openKept])

  return { editing, setEditing }
}
