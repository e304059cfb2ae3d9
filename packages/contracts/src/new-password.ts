import { z } from 'zod'
import { isCommonPassword } from './common-passwords'
import { utf8Length } from './utf8-length'

/** What bcrypt reads of a password; the rest would count for nothing. */
const bytesRead = 72
const missing = 'Please enter a new password'
const tooShort = 'Password must be at least 8 characters long'

/** The rule for a password that somebody chooses. Logging in has a rule of its own. */
export const newPassword = z
  .string(missing)
  .min(8, { error: ({ input }) => (input === '' ? missing : tooShort) })
  .refine(
    (password) => utf8Length(password) <= bytesRead,
    'Password is too long: it must have at most 72 bytes, which are 72 plain letters',
  )
  // Bcrypt may stop at a NUL, and turns every half of a surrogate pair into the same three bytes.
  .refine(
    (password) => !/[\0\p{Surrogate}]/u.test(password),
    'Password contains a character that cannot be used',
  )
  .refine(
    (password) => !isCommonPassword(password),
    'Password is one of the most common ones: please choose another',
  )
  .meta({
    description: 'At least 8 characters, at most 72 bytes, and not a common one',
    maxLength: bytesRead,
    example: 'a-new-stockie-demo',
  })
