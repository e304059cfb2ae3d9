import { z } from 'zod'

/** Far more than anybody types; what is longer is not hashed. */
const longest = 1000

/** The e-mail format is that of zod's own `z.email()`, here and for customers and suppliers. */
export const loginInput = z.object({
  email: z
    .string('Please enter your email')
    .trim()
    .min(1, { error: 'Please enter your email', abort: true })
    .max(254, { error: 'Email must have at most 254 characters', abort: true })
    .check(z.email('Invalid email address'))
    .meta({ description: 'The e-mail of the account', example: 'owner@stockie.test' }),
  /** Never trimmed. The specification's 7 and its sentence's 8 both stand (DECISIONS 17). */
  password: z
    .string('Please enter your password')
    .min(1, { error: 'Please enter your password', abort: true })
    .min(7, 'Password must be at least 8 characters long')
    .max(longest, 'Password must have at most 1,000 characters')
    .meta({ description: 'The password, blanks included', example: 'stockie-demo' }),
})

export type LoginInput = z.output<typeof loginInput>
