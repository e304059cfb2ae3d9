import { z } from 'zod'
import { isCommonPassword } from './common-passwords'
import { loginRules } from './login-rules'

const { longest, tooLong } = loginRules.password
const missing = 'Please enter a new password'
const tooShort = 'Password must be at least 8 characters long'

/** The rule for a password that somebody chooses. Logging in has a rule of its own. */
export const newPassword = z
  .string(missing)
  .min(8, { error: ({ input }) => (input === '' ? missing : tooShort) })
  .max(longest, tooLong)
  // In UTF-8 every half of a surrogate pair becomes the same character, and a NUL ends what is piped to a program.
  .refine(
    (password) => !/[\0\p{Surrogate}]/u.test(password),
    'Password contains a character that cannot be used',
  )
  .refine(
    (password) => !isCommonPassword(password),
    'Password is one of the most common ones: please choose another',
  )
  .meta({
    description: 'At least 8 characters, and not a common one',
    example: 'a-new-stockie-demo',
  })
