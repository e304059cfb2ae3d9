import type { StockCountLine } from '@stockie/contracts'
import { useEffect, useRef, useState } from 'react'

import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { countError } from './count-row'

interface TypedCount {
  productId: number
  text: string
}

interface TypedCountOptions {
  lineOf: (productId: number) => StockCountLine | undefined
  /** Enters a number, or null for none. Returns whether the user has to choose what it means. */
  onEnter: (line: StockCountLine, counted: number | null) => boolean
}

/** Holds the text that the user types into a field, until it is entered. */
export function useTypedCount({ lineOf, onEnter }: TypedCountOptions) {
  const [typed, setTyped] = useState<TypedCount | null>(null)
  // A field can be left twice before React renders: by Enter, and by the focus that moves on.
  const latest = useRef<TypedCount | null>(null)

  function set(next: TypedCount | null) {
    latest.current = next
    setTyped(next)
  }

  /** Returns false if the text is no number, or if the user has to choose what it means. */
  function enter() {
    const { current } = latest
    if (!current) return true
    if (countError(current.text) !== undefined) return false
    set(null)
    const line = lineOf(current.productId)
    const text = current.text.trim()
    return !line || !onEnter(line, text === '' ? null : Number(text))
  }

  const enterLatest = useEventCallback(enter)
  // Escape and Back close the sheet while a field has the focus.
  useEffect(() => () => void enterLatest(), [enterLatest])

  return {
    typed,
    type: useEventCallback((productId: number, text: string) => set({ productId, text })),
    enter: enterLatest,
    /** Drops what a scanner has typed. */
    drop: () => set(null),
  }
}
