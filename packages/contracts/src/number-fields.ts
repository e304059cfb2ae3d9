import { z } from 'zod'
import { grouped } from './grouped'
import { limits } from './limits'
import { isWholeCents, maxAmount } from './money'
import { readNumber } from './read-number'

/** The specification's own messages, each whole, so that it can be searched for. */
const notPositive = {
  Amount: 'Amount must be a positive integer',
  Cost: 'Cost must be a positive integer',
  Price: 'Price must be a positive integer',
}

type Label = keyof typeof notPositive

/** A whole number above 0, or the text of one. */
export function positiveInteger(label: Label) {
  return z.preprocess(readNumber, strictPositiveInteger(label))
}

/** The same where only a number will do: in documents, which no form field holds. */
export function strictPositiveInteger(label: Label) {
  const message = notPositive[label]
  const tooMuch = atMost(label, limits.integer)
  return whole(message, tooMuch).min(1, message).max(limits.integer, tooMuch)
}

/** A whole number. One that is too large to be exact is too large, and whole all the same. */
export function whole(message: string, tooMuch: string) {
  return z.int({ error: ({ code }) => (code === 'too_big' ? tooMuch : message) })
}

/** The id of a record that somebody chose, or the text of one. */
export function chosenRecord(required: string) {
  return z.preprocess(readNumber, recordId(required))
}

/** An id, strictly a number. */
export function recordId(message: string) {
  return z.int(message).min(1, message).max(limits.id, message)
}

/** Dollars with cents, never below 0. */
export function amount(label: string) {
  return (
    z
      .number(`${label} must be a number`)
      .min(0, `${label} cannot be negative`)
      .max(maxAmount, atMost(label, maxAmount))
      // Of an amount in these bounds: beyond them it is wrong by one rule already.
      .refine(
        (value) => value < 0 || value > maxAmount || isWholeCents(value),
        `${label} must have at most two decimals`,
      )
  )
}

export function atMost(label: string, max: number): string {
  return `${label} must be at most ${grouped(max)}`
}
