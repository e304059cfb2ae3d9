import { z } from 'zod'
import { limits, maxAmount } from './zod-free/limits'
import { isWholeCents } from './zod-free/money'

/** Formats 1000000 as 1,000,000. Not `toLocaleString`: the browser's language must not change a message. */
export function groupThousands(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** Matches '12', '-3' and '12.00', but not '', ' ', '1e3' or '0x10'. */
const wholeNumberPattern = /^-?\d+(\.0*)?$/

/**
 * Converts the text of a form field to its number. Returns anything else unchanged, so that the schema
 * rejects it: plain coercion would turn '', null and [] into 0, and true into 1.
 */
export function readNumber(value: string | number): unknown {
  const text = typeof value === 'string' ? value.trim() : ''
  return wholeNumberPattern.test(text) ? Number(text) : value
}

/**
 * Runs a rule over several fields only if each of them is valid, so that one mistake gives one issue.
 * Invalid other fields do not prevent it, so that all mistakes are reported together.
 */
export function whenFieldsAreValid(...fields: string[]) {
  return ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path = [] }) => {
      const field = path.findLast((key) => typeof key === 'string')
      return field === undefined || fields.includes(field)
    })
}

/** The specification's messages. Each is one literal, so that a search finds it. */
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

/** Accepts numbers only. Documents use it: their values never come straight from a form field. */
export function strictPositiveInteger(label: Label) {
  const message = notPositive[label]
  const tooMuch = atMostMessage(label, limits.integer)
  return whole(message, tooMuch).min(1, message).max(limits.integer, tooMuch)
}

/** A whole number. One beyond the safe integers gets the message `tooMuch`, not the one for fractions. */
export function whole(message: string, tooMuch: string) {
  return z.int({ error: ({ code }) => (code === 'too_big' ? tooMuch : message) })
}

/** The id of the record selected in a form, as a number or as text. */
export function selectedRecordId(required: string) {
  return z.preprocess(readNumber, recordId(required))
}

/** An id. Accepts numbers only. */
export function recordId(message: string) {
  return z.int(message).min(1, message).max(limits.id, message)
}

/** Dollars with up to two decimals, never below 0. */
export function amount(label: string) {
  return (
    z
      .number(`${label} must be a number`)
      .min(0, `${label} cannot be negative`)
      .max(maxAmount, atMostMessage(label, maxAmount))
      // Skips amounts out of bounds: one of the rules above has already reported them.
      .refine(
        (value) => value < 0 || value > maxAmount || isWholeCents(value),
        `${label} must have at most two decimals`,
      )
  )
}

/** Dollars with up to two decimals, which may be below 0. */
export function signedAmount(label: string) {
  return z
    .number(`${label} must be a number`)
    .min(-maxAmount, `${label} must be at least -${groupThousands(maxAmount)}`)
    .max(maxAmount, atMostMessage(label, maxAmount))
    .refine(
      (value) => Math.abs(value) > maxAmount || isWholeCents(value),
      `${label} must have at most two decimals`,
    )
}

export function atMostMessage(label: string, max: number): string {
  return `${label} must be at most ${groupThousands(max)}`
}

type TextRule = { label: string; max: number }

/** Required text. It is trimmed first, so blanks alone count as missing. */
export function requiredText({ required, label, max }: TextRule & { required: string }) {
  return z
    .string(required)
    .trim()
    .min(1, required)
    .max(max, tooLong(label, max))
    .refine(isStorable, notStorable(label))
}

/** Any text that can be stored, as it is. */
export function storableText({ label, max }: TextRule) {
  return z
    .string(`${label} must be text`)
    .max(max, tooLong(label, max))
    .refine(isStorable, notStorable(label))
}

/** Optional text, trimmed. Missing, null and blank all become null. */
export function optionalText({ label, max }: TextRule) {
  return z.preprocess(trimToNull, storableText({ label, max }).nullable()).default(null)
}

/**
 * The code of a product, trimmed. An edit without the field keeps the code, because older browsers do not send it.
 * null and blank remove it.
 */
export const optionalProductCode = z
  .preprocess(
    trimToNull,
    z
      .string('Code must be text')
      .max(limits.productCode, tooLong('Code', limits.productCode))
      .regex(/^[ -~]*$/, 'Code may have only unaccented letters, digits, spaces and punctuation')
      .nullable(),
  )
  .optional()

/**
 * A whole number that may be missing. Like a code, an edit without the field keeps it, and null and blank remove it.
 */
export function optionalWhole(label: string, max: number) {
  const message = `${label} must be a whole number from 0 to ${groupThousands(max)}`
  return z
    .preprocess(
      (value: string | number | null | undefined) =>
        typeof value === 'string' ? (value.trim() === '' ? null : readNumber(value)) : value,
      z.int(message).min(0, message).max(max, message).nullable(),
    )
    .optional()
}

/** An optional e-mail address in the default format of `z.email()`. */
export const optionalEmail = z
  .preprocess(
    trimToNull,
    z.email('Invalid email format').max(limits.email, tooLong('Email', limits.email)).nullable(),
  )
  .default(null)

export function trimToNull(value: string | null | undefined): unknown {
  return typeof value === 'string' ? value.trim() || null : value
}

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

function notStorable(label: string): string {
  return `${label} contains a character that cannot be stored`
}

function tooLong(label: string, max: number): string {
  return `${label} must have at most ${groupThousands(max)} characters`
}

const notADay = 'Date must be a real day, written yyyy-MM-dd'

/** An existing calendar day as yyyy-MM-dd, from the year 1 to 9999. */
export const isoDate = requiredDay(notADay)

/** An `isoDate` with its own message for a missing day. */
export function requiredDay(missing: string) {
  return z.iso
    .date({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? missing : notADay,
    })
    .refine((day) => !day.startsWith('0000'), notADay)
    .meta({ description: 'A calendar day, never an instant', example: '2026-11-21' })
}
