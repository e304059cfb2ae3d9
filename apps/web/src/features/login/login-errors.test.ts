import { expect, test } from 'vitest'

import { ApiError } from '@/lib/api/api-client'

import { loginFailureMessage } from './login-errors'

test.each([
  [new ApiError(401), 'Incorrect email or password.'],
  [new ApiError(422), 'Incorrect email or password.'],
  [new ApiError(429, { retryAfter: 1 }), 'Too many attempts. Please try again in 1 second.'],
  [new ApiError(429), 'Too many attempts. Please try again later.'],
  [new ApiError(500), 'Stockie cannot sign you in right now. Please try again shortly.'],
  [new TypeError('Failed to fetch'), 'Something went wrong. Please reload the page.'],
])('a failed login with %o shows: %s', (error, message) => {
  expect(loginFailureMessage(error)).toBe(message)
})
