import { lineTotal } from '@stockie/contracts'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import type { DraftLine, LineState } from '@/lib/drafts/draft'
import { formatCount, formatMoney } from '@/lib/format'

type Lines = readonly { line: DraftLine; state: LineState }[]

/** Describes a change of the lines for screen readers, or returns null if nothing changed. */
function describeLineChanges(before: Lines, after: Lines) {
  const previous = new Map(before.map(({ line }) => [line.productId, line]))
  const changed = after.filter(({ line }) => !isSame(line, previous.get(line.productId)))
  for (const { line } of after) previous.delete(line.productId)
  const removed = [...previous.values()]
  if (changed.length + removed.length === 0) return describeNewMarks(before, after)
  const [first] = changed
  if (first && changed.length === 1 && removed.length === 0) return describe(first.line)
  if (changed.length === 0 && removed.length === 1) return `${removed[0]?.name} deleted.`
  return after.length === 1 ? '1 product' : `${formatCount(after.length)} products`
}

/** Another user has changed prices or deleted products of the lines. */
function describeNewMarks(before: Lines, after: Lines) {
  const marked = after.filter(({ state }, index) => {
    const previous = before[index]?.state
    return state !== 'same' && priceOrState(state) !== priceOrState(previous)
  })
  const [first] = marked
  if (!first) return null
  if (marked.length > 1) return `${formatCount(marked.length)} products have changed`
  const { line, state } = first
  return typeof state === 'object'
    ? `${line.name}: now ${formatMoney(state.price)}`
    : `${line.name}: this product was deleted`
}

function priceOrState(state: LineState | undefined) {
  return typeof state === 'object' ? state.price : state
}

function isSame(line: DraftLine, previous: DraftLine | undefined) {
  return line.quantity === previous?.quantity && line.price === previous.price
}

function describe({ name, quantity, price }: DraftLine) {
  return `${name}: quantity ${formatCount(quantity)}, total ${formatMoney(lineTotal(price, quantity))}`
}

/** The latest change of the lines, or the latest note on one, for screen readers. */
export function useLineAnnouncements(lines: Lines) {
  const [announcement, setAnnouncement] = useState('')
  const before = useRef(lines)

  // A layout effect runs before the effects of the lines, so that a note replaces the change.
  useLayoutEffect(() => {
    const change = describeLineChanges(before.current, lines)
    before.current = lines
    if (change !== null) setAnnouncement(change)
  }, [lines])

  /** Announces a note. The returned function withdraws it, unless a later announcement replaced it. */
  const announceNote = useCallback((note: string) => {
    setAnnouncement(note)
    return () => setAnnouncement((now) => (now === note ? '' : now))
  }, [])

  return { announcement, announceNote }
}
