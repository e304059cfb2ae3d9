import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'

import { readStored, writeStored } from '@/lib/browser-storage'

/** Which columns this browser shows of a table. What is stored are the hidden ones. */
export function useColumnVisibility(name: string, columns: readonly { id: string }[]) {
  const key = `stockie-columns-${name}`
  const [visibility, setVisibility] = useState(() => readChoice(key, columns))

  function chooseColumns(next: ColumnVisibilityState) {
    setVisibility(next)
    writeStored(key, JSON.stringify(hiddenOf(next, columns)))
  }
  return { visibility, chooseColumns }
}

function readChoice(key: string, columns: readonly { id: string }[]): ColumnVisibilityState {
  const stored = parse(readStored(key) ?? '')
  const hidden = columns.filter(({ id }) => Array.isArray(stored) && stored.includes(id))
  // One always stays.
  if (hidden.length === columns.length) return {}
  return Object.fromEntries(hidden.map(({ id }) => [id, false]))
}

function hiddenOf(visibility: ColumnVisibilityState, columns: readonly { id: string }[]) {
  return columns.map(({ id }) => id).filter((id) => visibility[id] === false)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
