import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'

import { readStored, writeStored } from '@/lib/browser-storage'

/** The columns of a table that this browser shows. The storage holds the hidden ones. */
export function useColumnVisibility(name: string, columns: readonly { id: string }[]) {
  const key = `stockie-columns-${name}`
  const [visibility, setVisibility] = useState(() => readVisibility(key, columns))

  function chooseColumns(next: ColumnVisibilityState) {
    setVisibility(next)
    writeStored(key, JSON.stringify(hiddenIds(next, columns)))
  }
  return { visibility, chooseColumns }
}

function readVisibility(key: string, columns: readonly { id: string }[]): ColumnVisibilityState {
  const stored = parseJson(readStored(key) ?? '')
  const hidden = columns.filter(({ id }) => Array.isArray(stored) && stored.includes(id))
  // At least one column must stay visible.
  if (hidden.length === columns.length) return {}
  return Object.fromEntries(hidden.map(({ id }) => [id, false]))
}

function hiddenIds(visibility: ColumnVisibilityState, columns: readonly { id: string }[]) {
  return columns.map(({ id }) => id).filter((id) => visibility[id] === false)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
