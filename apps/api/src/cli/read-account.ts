import { loginInput } from '@stockie/contracts'
import { z } from 'zod'
import { UsageError } from './usage-error'

const name = z
  .string()
  .trim()
  .min(1, 'A name is required: --name "Nora Lindqvist"')
  .max(200, 'A name has at most 200 characters')

const roles = new Map(Object.entries({ owner: 1, manager: 2, cashier: 3 }))

export function readEmail(given: string | undefined): string {
  if (!given) throw new UsageError('Whose account? An e-mail is missing.')
  return read(loginInput.shape.email, given)
}

export function readName(given: string | undefined): string {
  return read(name, given ?? '')
}

export function readRole(given: string | undefined): number {
  const role = roles.get(given?.toLowerCase() ?? '')
  if (!role) throw new UsageError('A role is owner, manager or cashier.')
  return role
}

function read(schema: z.ZodType<string>, given: string): string {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new UsageError(`${result.error.issues[0]?.message ?? 'Not usable'}.`)
}
