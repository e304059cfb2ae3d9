import { type LoginInput, loginRules } from '@stockie/contracts'

import { ApiError } from '@/lib/api/api-error'

export type LoginErrors = Partial<Record<keyof LoginInput, string>>

/** Says what loginInput of the contract says, rule by rule. */
export function validateLogin(typed: LoginInput): LoginErrors {
  const email = brokenByEmail(typed.email.trim())
  const password = brokenByPassword(typed.password)
  return { ...(email && { email }), ...(password && { password }) }
}

function brokenByEmail(text: string) {
  const rules = loginRules.email
  if (text === '') return rules.required
  if (text.length > rules.longest) return rules.tooLong
  return rules.format.test(text) ? undefined : rules.malformed
}

function brokenByPassword(text: string) {
  const rules = loginRules.password
  if (text === '') return rules.required
  if (text.length < rules.shortest) return rules.tooShort
  return text.length > rules.longest ? rules.tooLong : undefined
}

/** What to tell whoever could not sign in. */
export function loginFailureMessage(error: unknown) {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please reload the page.'
  if (error.status === 0) return error.message
  if (error.status === 429) return tooMany(error.retryAfter)
  if (error.status >= 500) return 'Stockie cannot sign you in right now. Please try again shortly.'
  return 'Incorrect email or password.'
}

/** What the API says of the fields, where the page's own rules were not there to say it first. */
export function refusedFields(error: unknown): LoginErrors | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]))
}

function tooMany(seconds: number | undefined) {
  const when =
    seconds === undefined ? 'later' : `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `Too many attempts. Please try again ${when}.`
}
