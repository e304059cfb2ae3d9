import { z } from 'zod'
import { parseAddress } from '#src/database-address'
import { parseDuration } from '#src/time'

export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message)
}

export const duration = z
  .string()
  .transform(parseDuration)
  .pipe(z.number('must be a time such as 30m, 12h or 7d'))

export const serverTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Rejects offsets such as +02:00: PostgreSQL inverts their sign, although newer Nodes accept them. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const host = z
  .string()
  .regex(/^[\w.:-]+$/, 'must be a host name or an address, such as 127.0.0.1 or 0.0.0.0')
export const ownHost = host.default('127.0.0.1')

export const databaseAddress = z
  .string()
  .refine(parseAddress, {
    error: 'must be an address such as postgresql://user:password@host:5432/stockie',
    abort: true,
  })
  .refine(
    (address) => parseAddress(address)?.target,
    'may only have read-write, primary or any as its target_session_attrs',
  )
