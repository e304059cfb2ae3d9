import { useEffectEvent, useLayoutEffect } from 'react'

import { useHeldValue } from './use-held-value'

interface HeldListOptions<List> {
  isSamePlaces: (shown: List, next: List) => boolean
  /** See useOwnChanges. */
  isOwnChange?: boolean
}

/** Holds the list of a query. `list` is undefined until it is loaded. */
export function useHeldList<List>(
  list: List | undefined,
  { isSamePlaces, isOwnChange = false }: HeldListOptions<List>,
) {
  const { shown, receive, clear, areaRef } = useHeldValue(isSamePlaces, isOwnChange)
  const receiveList = useEffectEvent((next: List) => receive(next, isOwnChange))
  useLayoutEffect(() => {
    if (list === undefined) clear()
    else receiveList(list)
  }, [list, clear])
  return { list: list === undefined ? undefined : (shown ?? list), areaRef }
}
