import { useState } from 'react'

import { describeReplacedValue, parseQuantity, quantityError } from '@/lib/drafts/typed-numbers'
import { formatCount } from '@/lib/format'

/** The text of a quantity field. It stays as typed until the quantity changes in another way. */
export function useTypedQuantity(
  quantity: number,
  max: number,
  onQuantity: (quantity: number) => void,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [hasRejected, setHasRejected] = useState(false)
  // Changed by plus or minus, by adding the product again, or in another tab.
  if (typed !== null && parseQuantity(typed, max) !== quantity) setTyped(null)
  if (hasRejected && quantity !== 1) setHasRejected(false)
  const text = typed ?? String(quantity)
  // A rejected entry is not in the field. An empty text has the same error: not a number.
  const error = quantityError(hasRejected ? '' : text, max)

  function type(next: string) {
    setHasRejected(false)
    setTyped(next)
    onQuantity(parseQuantity(next, max))
  }

  /** A rejected entry counts as 1, and the field shows the 1. */
  function reject() {
    setHasRejected(true)
    setTyped(null)
    onQuantity(1)
  }

  function step(by: number) {
    setHasRejected(false)
    setTyped(null)
    onQuantity(Math.min(Math.max(quantity + by, 1), max))
  }

  /** On blur, a valid or empty text becomes the quantity; an invalid one stays visible. */
  function settle() {
    if (error === undefined || text.trim() === '') setTyped(null)
  }

  return {
    text,
    note: describeReplacedValue(text, error, formatCount(quantity)),
    type,
    reject,
    step,
    settle,
  }
}
