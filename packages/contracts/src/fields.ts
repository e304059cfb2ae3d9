import { z } from 'zod'
import { limits } from './zod-free/limits'
import { isWholeCents, maxAmount } from './zod-free/money'

/** As people write it: 1,000,000. Made by hand, so that no browser's language changes a message. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A whole number as a form field holds it: '12', '-3', '12.00'. Not '', ' ', '1e3' or '0x10'. */
const wholeNumber = /^-?\d+(\.0*)?$/

/**
 * What a form holds, as the number that it says. All that is no plain number stays as it is, for
 * the schema behind to refuse: a bare coercion would make '', null and [] a 0, and true a 1.
 */
export function readNumber(value: string | number): unknown {
  const written = typeof value === 'string' ? value.trim() : ''
  return wholeNumber.test(written) ? Number(written) : value
}

/**
 * When a rule of several fields is judged: where each of them is sound by itself, so that one mistake
 * is told once, and also while other fields are broken, so that all mistakes are told at once.
 */
export function whenFieldsAreValid(...fields: string[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path = [] }) => {
      const field = path.findLast((key) => typeof key === 'string')
      return field === undefined || fields.includes(field)
    })
}

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

type TextRule = { label: string; max: number }

/** Text that must be there, trimmed: blanks alone are nothing. */
export function requiredText({ required, label, max }: TextRule & { required: string }) {
  return z
    .string(required)
    .trim()
    .min(1, required)
    .max(max, tooLong(label, max))
    .refine(isStorable, notStorable(label))
}

/** Text that may be left out, trimmed: missing, null and empty are all null afterwards. */
export function optionalText({ label, max }: TextRule) {
  return z
    .preprocess(
      trimToNull,
      z
        .string(`${label} must be text`)
        .max(max, tooLong(label, max))
        .refine(isStorable, notStorable(label))
        .nullable(),
    )
    .default(null)
}

/** An e-mail that may be left out. The format is that of zod's own `z.email()`. */
export const optionalEmail = z
  .preprocess(
    trimToNull,
    z.email('Invalid email format').max(limits.email, tooLong('Email', limits.email)).nullable(),
  )
  .default(null)

function trimToNull(value: string | null | undefined): unknown {
  return typeof value === 'string' ? value.trim() || null : value
}

/** PostgreSQL keeps no NUL, and UTF-8 has no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

function notStorable(label: string): string {
  return `${label} contains a character that cannot be stored`
}

function tooLong(label: string, max: number): string {
  return `${label} must have at most ${grouped(max)} characters`
}

const notADay = 'Date must be a real day, written yyyy-MM-dd'

/** A calendar day as yyyy-MM-dd that really exists, from the year 1 to 9999. */
export const isoDate = requiredDay(notADay)

/** The same, with a sentence of its own for a day that is missing altogether. */
export function requiredDay(missing: string) {
  return z.iso
    .date({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? missing : notADay,
    })
    .refine((day) => !day.startsWith('0000'), notADay)
    .meta({ description: 'A calendar day, never an instant', example: '2026-11-21' })
}
