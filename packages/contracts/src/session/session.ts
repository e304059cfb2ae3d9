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
  mustChangePassword: z.boolean().optional().meta({
    description:
      'Only if true: every call except verify, logout, password and second factor answers 403 until the account has chosen its own password',
    example: true,
  }),
  secondFactor: z.boolean().optional().meta({
    description: 'Only if true: the account signs in with a second factor',
    example: true,
  }),
  mustSetUpSecondFactor: z.boolean().optional().meta({
    description:
      'Only if true: every call except verify, logout, password and second factor answers 403 until the account has a second factor',
    example: true,
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

/** A sign-in of the caller's account whose token is still valid. */
export const sessionRow = z.object({
  id: z.int().meta({ example: 12 }),
  device: z.string().nullable().meta({
    description:
      'The browser and the device in words; null for a session from before sessions were listed',
    example: 'Chrome on Android',
  }),
  address: z.string().meta({
    description: 'The network address of its last call',
    example: '192.168.1.20',
  }),
  createdAt: z.iso.datetime().meta({ example: '2026-11-25T08:00:00.000Z' }),
  lastSeenAt: z.iso
    .datetime()
    .meta({ description: 'Exact to a minute', example: '2026-11-25T09:30:00.000Z' }),
  current: z
    .boolean()
    .meta({ description: 'Whether it is the session of this call', example: true }),
})

export type SessionRow = z.output<typeof sessionRow>
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
  code: z
    .string('Code must be a text')
    .trim()
    .max(64, 'Code must have at most 64 characters')
    .optional()
    .meta({
      description:
        'For an account with a second factor: a code of the app, or a recovery code. Ignored for others',
      example: '492039',
    }),
})

export type LoginInput = z.output<typeof loginInput>
