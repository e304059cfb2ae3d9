import { z } from 'zod'
import { loginRules } from './login-rules'

const { email, password } = loginRules

export const loginInput = z.object({
  email: z
    .string(email.required)
    .trim()
    .min(1, { error: email.required, abort: true })
    .max(email.longest, { error: email.tooLong, abort: true })
    .check(z.email({ pattern: email.format, error: email.malformed }))
    .meta({ description: 'The e-mail of the account', example: 'owner@stockie.test' }),
  /** Never trimmed. */
  password: z
    .string(password.required)
    .min(1, { error: password.required, abort: true })
    .min(password.shortest, password.tooShort)
    .max(password.longest, password.tooLong)
    .meta({ description: 'The password, blanks included', example: 'stockie-demo' }),
})

export type LoginInput = z.output<typeof loginInput>
