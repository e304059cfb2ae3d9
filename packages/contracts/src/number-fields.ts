import { z } from 'zod'
import { grouped } from './grouped'
import { limits } from './limits'
import { isWholeCents, maxAmount } from './money'
import { readNumber } from './read-number'

/** A whole number above 0, or the text of one. */
export function positiveInteger(label: string) {
  return z.preprocess(readNumber, strictPositiveInteger(label))
}

/** The same where only a number will do: in documents, which no form field holds. */
export function strictPositiveInteger(label: string) {
  const message = `${label} must be a positive integer`
  return z.int(message).min(1, message).max(limits.integer, atMost(label, limits.integer))
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
  return z
    .number(`${label} must be a number`)
    .min(0, `${label} cannot be negative`)
    .max(maxAmount, atMost(label, maxAmount))
    .refine(isWholeCents, `${label} must have at most two decimals`)
}

export function atMost(label: string, max: number): string {
  return `${label} must be at most ${grouped(max)}`
}
