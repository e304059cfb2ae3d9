import { z } from 'zod'
import { loginRules } from '../zod-free/login-rules'

export const sessionUser = z.object({
  id: z.int().meta({ example: 1 }),
  name: z.string().meta({ example: 'Nora Lindqvist' }),
  email: z.string().meta({ example: 'owner@stockie.test' }),
  role: z.int().meta({
    description: '1 Owner, 2 Manager, 3 Cashier; other roles have no access',
    example: 1,
  }),
})

export const loginAnswer = z.object({
  user: sessionUser,
  token: z.string().meta({
    description: 'Send it as `Authorization: Bearer <token>`',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOjF9.signature',
  }),
})

export const verifyAnswer = z.object({ user: sessionUser })

export type SessionUser = z.output<typeof sessionUser>
export type LoginAnswer = z.output<typeof loginAnswer>
export type VerifyAnswer = z.output<typeof verifyAnswer>

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
