import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'

import { readStored, writeStored } from '@/lib/browser-storage'

interface HidableColumn {
  id: string
  isHiddenAtFirst?: boolean
}

/** The columns of a table that this browser shows. The storage holds those that the user hid or showed. */
export function useColumnVisibility(name: string, columns: readonly HidableColumn[]) {
  const key = `stockie-columns-${name}`
  const [visibility, setVisibility] = useState(() => readVisibility(key, columns))

  function chooseColumns(next: ColumnVisibilityState) {
    setVisibility(next)
    writeStored(key, JSON.stringify(toggledIds(next, columns)))
  }
  return { visibility, chooseColumns }
}

function readVisibility(key: string, columns: readonly HidableColumn[]): ColumnVisibilityState {
  const stored = parseJson(readStored(key) ?? '')
  const toggled: unknown[] = Array.isArray(stored) ? stored : []
  const hidden = columns.filter((column) => isHiddenAtFirst(column) !== toggled.includes(column.id))
  // At least one column must stay visible.
  return hidden.length === columns.length ? hide(columns.filter(isHiddenAtFirst)) : hide(hidden)
}

function isHiddenAtFirst(column: HidableColumn) {
  return column.isHiddenAtFirst === true
}

function hide(columns: readonly HidableColumn[]): ColumnVisibilityState {
  return Object.fromEntries(columns.map(({ id }) => [id, false]))
}

function toggledIds(visibility: ColumnVisibilityState, columns: readonly HidableColumn[]) {
  return columns
    .filter((column) => isHiddenAtFirst(column) !== (visibility[column.id] === false))
    .map(({ id }) => id)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
