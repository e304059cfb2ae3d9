import { lineTotal } from '@stockie/contracts'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import type { DraftLine } from '@/lib/drafts/draft'
import { formatCount, formatMoney } from '@/lib/format'

type Lines = readonly { line: DraftLine }[]

/** What one hears of a change of the lines; null where there is none. */
function describeLineChanges(before: Lines, after: Lines) {
  const old = new Map(before.map(({ line }) => [line.productId, line]))
  const changed = after.filter(({ line }) => !isSame(line, old.get(line.productId)))
  for (const { line } of after) old.delete(line.productId)
  const gone = [...old.values()]
  if (changed.length + gone.length === 0) return null
  const [first] = changed
  if (first && changed.length === 1 && gone.length === 0) return describe(first.line)
  if (changed.length === 0 && gone.length === 1) return `${gone[0]?.name} deleted.`
  return after.length === 1 ? '1 product' : `${formatCount(after.length)} products`
}

function isSame(line: DraftLine, old: DraftLine | undefined) {
  return line.quantity === old?.quantity && line.price === old.price
}

function describe({ name, quantity, price }: DraftLine) {
  return `${name}: quantity ${formatCount(quantity)}, total ${formatMoney(lineTotal(price, quantity))}`
}

/** What has changed in the lines, and what is noted at one, for those who do not see it. */
export function useLineAnnouncements(lines: readonly { line: DraftLine }[]) {
  const [news, setNews] = useState('')
  const before = useRef(lines)

  // Before the effects of the lines, so that a note has the last word.
  useLayoutEffect(() => {
    const said = describeLineChanges(before.current, lines)
    before.current = lines
    if (said !== null) setNews(said)
  }, [lines])

  /** For as long as it stands there, unless something else is news by then. */
  const tellNote = useCallback((note: string) => {
    setNews(note)
    return () => setNews((now) => (now === note ? '' : now))
  }, [])

  return { news, tellNote }
}
