import { formatCount } from '@/lib/format'

/** Returns undefined if the text is not an integer. */
function parseInteger(text: string) {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined
}

/** Parses a typed quantity, limited to `min` to `max`. Text that is not an integer counts as `min`. */
export function parseQuantity(text: string, max: number, min = 1) {
  return Math.min(Math.max(parseInteger(text) ?? min, min), max)
}

export const notAWholeNumber = 'Not a whole number'

/**
 * Explains why another quantity than the typed one counts, or returns undefined if it counts as
 * typed.
 */
export function quantityError(text: string, max: number, min = 1) {
  const quantity = parseInteger(text)
  if (quantity === undefined) return notAWholeNumber
  if (quantity < min) return `Less than ${min}`
  return quantity > max ? `More than ${formatCount(max)}` : undefined
}

/**
 * The text beside a field whose value does not count as typed. It stays visible, because Ctrl+Enter
 * may submit at any moment. An empty field needs no text.
 */
export function describeReplacedValue(text: string, error: string | undefined, value: string) {
  if (error === undefined || text.trim() === '') return undefined
  return `${error}: counts as ${value}.`
}
