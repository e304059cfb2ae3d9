import { type LoginInput, loginRules } from '@stockie/contracts'

import { ApiError } from '@/lib/api/api-client'

export type LoginErrors = Partial<Record<keyof LoginInput, string>>

/** Checks the rules of the contract's loginInput without loading zod. A code is undefined until it is needed. */
export function validateLogin(typed: LoginInput): LoginErrors {
  const email = emailError(typed.email.trim())
  const password = passwordError(typed.password)
  const code = typed.code?.trim() === '' && 'Please enter the code'
  return { ...(email && { email }), ...(password && { password }), ...(code && { code }) }
}

function emailError(text: string) {
  const rules = loginRules.email
  if (text === '') return rules.required
  if (text.length > rules.longest) return rules.tooLong
  return rules.format.test(text) ? undefined : rules.malformed
}

function passwordError(text: string) {
  const rules = loginRules.password
  if (text === '') return rules.required
  if (text.length < rules.shortest) return rules.tooShort
  return text.length > rules.longest ? rules.tooLong : undefined
}

/** The password was right, and the account needs a code too. */
export function isCodeRequired(error: unknown) {
  return error instanceof ApiError && error.type === 'urn:stockie:problem:second-factor-required'
}

/** The toast for a failed login. */
export function loginFailureMessage(error: unknown) {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please reload the page.'
  if (error.status === 0) return error.message
  if (error.status === 429) return tooManyAttempts(error.retryAfter)
  if (error.status >= 500) return 'Stockie cannot sign you in right now. Please try again shortly.'
  return 'Incorrect email or password.'
}

/** The API's field errors, in case its rules are stricter than the page's. */
export function serverFieldErrors(error: unknown): LoginErrors | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]))
}

function tooManyAttempts(seconds: number | undefined) {
  const when =
    seconds === undefined ? 'later' : `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `Too many attempts. Please try again ${when}.`
}
