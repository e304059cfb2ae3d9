import { useState } from 'react'

import { keepPlaces } from '@/lib/rows/kept-places'
import type { PickerMatches } from '@/lib/rows/picker-search'

interface Item {
  id: number
}

export interface KeptMatches<Row> extends PickerMatches<Row> {
  /** The ids of options that no longer exist. */
  removed: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

/**
 * The options of one search keep their places when the list changes below the pointer or between
 * two keys: their prices and names are current, removed ones stay, and new ones come last.
 * `search` identifies the search; null if the list is closed.
 */
export function useKeptOptions<Row extends Item>(
  found: PickerMatches<Row>,
  all: readonly Row[] | undefined,
  search: string | null,
): KeptMatches<Row> {
  const [kept, setKept] = useState({ found, search, shown: { ...found, removed: none } })
  if (kept.found === found && kept.search === search) return kept.shown

  const isSameSearch = search !== null && kept.search === search
  const shown = isSameSearch ? update(kept.shown, found, all ?? []) : { ...found, removed: none }
  setKept({ found, search, shown })
  return shown
}

function update<Row extends Item>(
  shown: PickerMatches<Row>,
  found: PickerMatches<Row>,
  all: readonly Row[],
) {
  const { rows, removed } = keepPlaces(shown.rows, { page: found.rows, all }, getId)
  const ids = new Set(rows.map(getId))
  rows.push(...found.rows.filter(({ id }) => !ids.has(id)))
  return { rows, removed, count: rows.length + found.count - found.rows.length }
}

function getId({ id }: Item) {
  return id
}
