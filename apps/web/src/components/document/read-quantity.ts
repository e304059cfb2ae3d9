import { readWholeNumber } from './read-whole-number'

/** What is typed as a quantity: a whole number from 1 on, and 1 where it is none. */
export function readQuantity(text: string, max: number) {
  return Math.min(Math.max(readWholeNumber(text) ?? 1, 1), max)
}
