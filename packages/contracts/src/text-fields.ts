import { z } from 'zod'
import { grouped } from './grouped'
import { limits } from './limits'

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
