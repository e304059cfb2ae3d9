import { z } from 'zod'
import { readNumber, requiredText } from '../fields'
import { limits } from '../zod-free/limits'
import { loginInput, sessionUser } from './session'

const roleMessage = 'Role must be 1 (Owner), 2 (Manager) or 3 (Cashier)'

/** An account as its owner adds or changes it. */
export const userInput = z.object({
  name: requiredText({ required: 'Name is required', label: 'Name', max: limits.name }).meta({
    example: 'Mia Castellano',
  }),
  email: loginInput.shape.email.meta({ example: 'mia@stockie.test' }),
  role: z
    .preprocess(readNumber, z.int(roleMessage).min(1, roleMessage).max(3, roleMessage))
    .meta({ description: '1 Owner, 2 Manager, 3 Cashier', example: 3 }),
})

const instant = z.iso.datetime()

export const userRow = z.object({
  ...sessionUser.pick({ id: true, name: true, email: true, role: true }).shape,
  createdAt: instant.meta({ example: '2026-11-21T09:00:00.000Z' }),
  lastSeenAt: instant.nullable().meta({
    description: 'Null if the account was never used, or not since sessions are listed',
    example: '2026-11-25T09:30:00.000Z',
  }),
  secondFactor: z.boolean().meta({ example: false }),
  sessions: z.int().meta({ description: 'The number of its sessions that are alive', example: 2 }),
  mustChangePassword: z.boolean().meta({ example: false }),
  version: z.int().meta({
    description: 'Grows with each change of the name, the e-mail and the role',
    example: 1,
  }),
})

const oneTimePassword = z.string().meta({
  description: 'Shown only in this answer. The account must replace it at its first sign-in',
  example: 'k7mq-t2xw-9rfd-3hvb',
})

export const userCreated = z.object({ user: userRow, password: oneTimePassword })
export const newPasswordAnswer = z.object({ password: oneTimePassword })

export type UserInput = z.output<typeof userInput>
export type UserRow = z.output<typeof userRow>
export type UserCreated = z.output<typeof userCreated>
export type NewPasswordAnswer = z.output<typeof newPasswordAnswer>
