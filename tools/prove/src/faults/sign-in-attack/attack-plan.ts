import { apiRoot } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'

export const loginPath = `${apiRoot}/auth/login`

/** A log-in as it is sent. */
export type Login = { headers: Record<string, string>; body: { email: string; password: string } }

/** Each login is sent again and again, without a pause, by a client of its own. */
export type AttackPlan = { origin: string; logins: Login[] }

/** The number of answers by status. 0 is no answer. */
export type AttackReport = Record<string, number>

const [owner, , cashier] = seedAccounts

export function loginAsOwner(headers: Record<string, string>): Login {
  return { headers, body: { email: owner?.email ?? '', password: seedPassword } }
}

export function loginAsCashier(headers: Record<string, string>, password = seedPassword): Login {
  return { headers, body: { email: cashier?.email ?? '', password } }
}

export const from = (address: string) => ({ 'x-forwarded-for': address })

/** An address in each of the networks of one IPv6 /48. */
export const siteAddress = (number: number) => `2001:db8:1:${number.toString(16)}::1`

const wrongPassword = 'not the password'
const listOf = (count: number, create: (number: number) => Login) =>
  Array.from({ length: count }, (_, number) => create(number))

/** The attackers, of whom some have an account. Each attack is at full speed. */
export function planAttacks(
  cookies: readonly string[],
  count: number,
): Record<string, readonly Login[]> {
  const rightPasswords = listOf(16, () => loginAsCashier(from('198.51.100.1')))
  // Half of them guess the owner's password, and soon exceed the limit of the account.
  const strangers = listOf(count, (number) => ({
    headers: from(`198.18.${number >> 8}.${number & 255}`),
    body: {
      email: number % 2 === 0 ? `guess${number}@stockie.test` : (owner?.email ?? ''),
      password: wrongPassword,
    },
  }))
  const browsers = cookies.map((cookie) =>
    loginAsCashier({ ...from('198.51.100.2'), cookie }, wrongPassword),
  )
  const site = listOf(count, (number) => loginAsCashier(from(siteAddress(number)), wrongPassword))
  return {
    [`an account, and ${count} networks`]: [...rightPasswords, ...strangers],
    [`${browsers.length} browsers that an account knows`]: browsers,
    [`${count} networks of a /48 that an account knows`]: site,
    'all of them': [...rightPasswords, ...strangers, ...browsers, ...site],
  }
}
