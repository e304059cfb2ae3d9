import type { StockCountLine } from '@stockie/contracts'
import { useEffect, useRef, useState } from 'react'

import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { countError } from './count-row'

interface TypedCountsOptions {
  lineOf: (productId: number) => StockCountLine | undefined
  /** Enters a number, or null for none. Returns whether the user has to choose what it means. */
  onEnter: (line: StockCountLine, counted: number | null) => boolean
}

/** Holds the texts that the user types into the fields of products, until they are entered. */
export function useTypedCounts({ lineOf, onEnter }: TypedCountsOptions) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  // A field can be left twice before React renders: by Enter, and by the focus that moves on.
  const latest = useRef(typed)

  function set(productId: number, text: string | undefined) {
    const next = new Map(latest.current)
    if (text === undefined) next.delete(productId)
    else next.set(productId, text)
    latest.current = next
    setTyped(next)
  }

  /** Returns false if the text is no number, or if the user has to choose what it means. */
  function enter(productId: number) {
    const text = latest.current.get(productId)?.trim()
    if (text === undefined) return true
    if (countError(text) !== undefined) return false
    set(productId, undefined)
    const line = lineOf(productId)
    return !line || !onEnter(line, text === '' ? null : Number(text))
  }

  function enterAll() {
    for (const productId of latest.current.keys()) enter(productId)
  }

  const leave = useEventCallback(enterAll)
  // Escape and Back close the sheet while a field has the focus.
  useEffect(() => leave, [leave])

  return {
    typed,
    type: useEventCallback((productId: number, text: string) => {
      // The field of another product may have gone without being left.
      if (!latest.current.has(productId)) enterAll()
      set(productId, text)
    }),
    enter: useEventCallback(enter),
    /** Drops what a scanner has typed. */
    drop: (productId: number) => set(productId, undefined),
  }
}
