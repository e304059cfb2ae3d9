import { maxAmount } from '@stockie/contracts'

import { formatCount } from '@/lib/format'

/**
 * What somebody typed as an amount; what is no number counts as 0. More than can be recorded is
 * as much as is refused for it, whatever the number of its digits.
 */
export function parseAmount(text: string) {
  // Minus before nothing comes to nothing.
  return isAmount(text) ? Math.min(Number(text) || 0, maxAmount + 1) : 0
}

/** Whether it says that there is none: what is no number says something else, though it counts as 0. */
export function isZeroAmount(text: string) {
  return text.trim() === '' || (isAmount(text) && parseAmount(text) === 0)
}

/** As people write one: '12.50', not '1e3' or '0x10', which are numbers to JavaScript too. */
export function isAmount(text: string) {
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text.trim())
}

/** Undefined where it is none. */
function parseInteger(text: string) {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined
}

/** What is typed as a quantity: a whole number from 1 on, and 1 where it is none. */
export function parseQuantity(text: string, max: number) {
  return Math.min(Math.max(parseInteger(text) ?? 1, 1), max)
}

/** Why something else counts than what was typed as a quantity; undefined where that counts itself. */
export function quantityError(text: string, max: number) {
  const quantity = parseInteger(text)
  if (quantity === undefined) return 'Not a whole number'
  if (quantity < 1) return 'Less than 1'
  return quantity > max ? `More than ${formatCount(max)}` : undefined
}

/**
 * What is said beside a field where something else counts than what stands in it, and for as long as
 * that stands there: Ctrl+Enter may sell at any moment. An empty field needs no words.
 */
export function describeSubstitute(text: string, fault: string | undefined, value: string) {
  if (fault === undefined || text.trim() === '') return undefined
  return `${fault}: counts as ${value}.`
}
