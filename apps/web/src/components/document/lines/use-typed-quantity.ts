import { useState } from 'react'

import {
  describeReplacedValue,
  notAWholeNumber,
  parseQuantity,
  quantityError,
} from '@/lib/drafts/typed-quantity'
import { formatCount } from '@/lib/format'

/** The text of a quantity field: as typed until the user leaves the field, then the quantity that counts. */
export function useTypedQuantity(
  quantity: number,
  max: number,
  onQuantity: (quantity: number) => void,
  min = 1,
) {
  const [typed, setTyped] = useState<string | null>(null)
  // Why a quantity replaced the last entry.
  const [replacement, setReplacement] = useState<{ quantity: number; error: string } | null>(null)
  // Changed by plus or minus, by adding the product again, or in another tab.
  if (typed !== null && parseQuantity(typed, max, min) !== quantity) setTyped(null)
  if (replacement !== null && replacement.quantity !== quantity) setReplacement(null)
  const text = typed ?? String(quantity)
  const error = quantityError(text, max, min) ?? replacement?.error

  function type(next: string) {
    setReplacement(null)
    setTyped(next)
    onQuantity(parseQuantity(next, max, min))
  }

  /** A rejected entry counts as the smallest quantity, and the field shows that. */
  function reject() {
    setReplacement({ quantity: min, error: notAWholeNumber })
    setTyped(null)
    onQuantity(min)
  }

  function step(by: number) {
    setReplacement(null)
    setTyped(null)
    onQuantity(Math.min(Math.max(quantity + by, min), max))
  }

  /** On blur, the quantity replaces an invalid text. The note stays, because the number may surprise. */
  function settle() {
    setTyped(null)
    if (error !== undefined) setReplacement({ quantity, error })
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
