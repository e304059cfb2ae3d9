import { ApiError } from '@/lib/api-error'

import type { LoginErrors } from './check-login'

/** What to tell whoever could not sign in. */
export function loginFailure(error: unknown) {
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
