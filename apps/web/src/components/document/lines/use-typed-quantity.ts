import { useState } from 'react'

import { describeSubstitute, parseQuantity, quantityError } from '@/lib/drafts/typed-numbers'
import { formatCount } from '@/lib/format'

/** What stands in the field of a quantity: as it was typed, until the quantity is changed otherwise. */
export function useTypedQuantity(
  quantity: number,
  max: number,
  onQuantity: (quantity: number) => void,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [hasRefused, setHasRefused] = useState(false)
  // By plus and minus, by adding the product once more, or in another tab.
  if (typed !== null && parseQuantity(typed, max) !== quantity) setTyped(null)
  if (hasRefused && quantity !== 1) setHasRefused(false)
  const text = typed ?? String(quantity)
  // What was refused does not stand in the field: it is no number, as nothing is none.
  const fault = quantityError(hasRefused ? '' : text, max)

  function type(next: string) {
    setHasRefused(false)
    setTyped(next)
    onQuantity(parseQuantity(next, max))
  }

  /** What is no number counts as 1, and that stands in the field. */
  function refuse() {
    setHasRefused(true)
    setTyped(null)
    onQuantity(1)
  }

  function step(by: number) {
    setHasRefused(false)
    setTyped(null)
    onQuantity(Math.min(Math.max(quantity + by, 1), max))
  }

  /** Once it is left: what does not count as it stands goes on standing there. */
  function settle() {
    if (fault === undefined || text.trim() === '') setTyped(null)
  }

  return {
    text,
    note: describeSubstitute(text, fault, formatCount(quantity)),
    type,
    refuse,
    step,
    settle,
  }
}
