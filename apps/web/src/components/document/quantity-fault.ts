import { formatCount } from '@/lib/format'

import { readWholeNumber } from './read-whole-number'

/** Why something else counts than what was typed as a quantity; undefined where that counts itself. */
export function quantityFault(text: string, max: number) {
  const quantity = readWholeNumber(text)
  if (quantity === undefined) return 'Not a whole number'
  if (quantity < 1) return 'Less than 1'
  return quantity > max ? `More than ${formatCount(max)}` : undefined
}
