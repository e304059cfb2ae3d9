import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { beginAttempt, type Attempt, type Counter } from './begin-attempt'
import { createLimiter } from './limiter'
import { networkOf } from './network-of'

export type LoginThrottle = { begin: (email: string, address: string) => Promise<Attempt> }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Failed logins are counted three ways. Once an account has been signed in to from a network, only
 * the first counts there: neither a stranger who attacks the account from elsewhere nor a colleague
 * who mistypes behind the same address locks anybody out.
 */
export function createLoginThrottle(pool: Pool): LoginThrottle {
  /** One account from one network. */
  const pairs = createLimiter(pool, 'pair', { points: 5, duration: 15 * minute })
  /** One account from all the networks that it does not know. */
  const accounts = createLimiter(pool, 'account', { points: 20, duration: hour })
  /** One network, over all accounts that do not know it. A whole shop may stand behind it. */
  const networks = createLimiter(pool, 'network', { points: 100, duration: 15 * minute })
  const known = createLimiter(pool, 'known', { points: 1, duration: 90 * day })

  async function begin(email: string, address: string): Promise<Attempt> {
    const account = keyOf(email.toLowerCase())
    const network = keyOf(networkOf(address))
    const pair = keyOf(account, network)
    const isKnown = (await known.get(pair)) !== null
    const counters: Counter[] = isKnown
      ? [[pairs, pair]]
      : [
          [networks, network],
          [accounts, account],
          [pairs, pair],
        ]
    return beginAttempt(counters, async () => {
      await pairs.delete(pair)
      if (!isKnown) await accounts.delete(account)
      await known.set(pair, 1, 90 * day)
    })
  }

  return { begin }
}

/** The table keeps no e-mail and no address. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}
