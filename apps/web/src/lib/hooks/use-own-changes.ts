import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { KnownRange } from '@/lib/date-ranges'

interface ReadList {
  data: unknown
  dataUpdatedAt: number
  isFetching: boolean
}

/**
 * Whether the current rows of a list answer an action of this user: they were read after a change
 * that this page sent, or are of other days, or the user has just opened the list, which shows the rows of the
 * last visit first. Otherwise another user or another till changed them.
 */
export function useOwnChanges({ data, dataUpdatedAt, isFetching }: ReadList, range?: KnownRange) {
  const days = range && Object.values(range).join()
  const actions = useOwnActions()
  const [read, setRead] = useState({
    data,
    dataUpdatedAt,
    days,
    // Differs from every count, so the first answer after the opening counts as the user's own.
    actions: isFetching ? null : actions,
    isOwn: false,
  })
  if (read.data === data && read.dataUpdatedAt === dataUpdatedAt && read.days === days) {
    return read.isOwn
  }
  const isOwn = read.actions !== actions || read.days !== days
  setRead({ data, dataUpdatedAt, days, actions, isOwn })
  return isOwn
}

/**
 * Counts the changes that this page sends. The beginning of one counts too, since a list that is
 * read meanwhile may contain it already.
 */
function useOwnActions() {
  const client = useQueryClient()
  const [actions, setActions] = useState(0)
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type }) => {
        if (type === 'updated') setActions((count) => count + 1)
      }),
    [client],
  )
  return actions
}
