import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'

import { listStep } from './list-step'

interface Item {
  id: number
}

export type Listbox = ReturnType<typeof useListbox>

/** A list of options below a field that keeps the focus: one of them is active, at first the first. */
export function useListbox() {
  const id = useId()
  const [movedTo, setMovedTo] = useState<number | null>(null)

  const optionId = (item: Item) => `${id}-${item.id}`

  useLayoutEffect(() => {
    if (movedTo === null) return
    document.getElementById(`${id}-${movedTo}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, movedTo])

  /** By its id, so that it stays the same when the list is read anew. */
  function activeOf<Row extends Item>(items: readonly Row[]) {
    return items.find((item) => item.id === movedTo) ?? items[0]
  }

  /** Whether the key was one that moves. */
  function moveByKey(event: KeyboardEvent, items: readonly Item[]) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const at = Math.max(
      0,
      items.findIndex((item) => item.id === movedTo),
    )
    const next = items[listStep(event.key, at, items.length) ?? -1]
    if (!next) return false
    event.preventDefault()
    setMovedTo(next.id)
    return true
  }

  /** What the field says of its list. */
  function fieldProps(items: readonly Item[]) {
    const active = activeOf(items)
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': active !== undefined,
      'aria-controls': active && id,
      'aria-activedescendant': active && optionId(active),
    } as const
  }

  return {
    id,
    optionId,
    activeOf,
    moveByKey,
    fieldProps,
    /** After every change of what is searched for. */
    toFirst: () => setMovedTo(null),
  }
}
