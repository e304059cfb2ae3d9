import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createLimiter, take } from './limiter'
import { networkOf } from './network-of'

/** An attempt counts from its beginning, so that a thousand at once are no way around the limit. */
type Attempt = {
  /** The password was right: the account begins anew, and this network is known to it from now on. */
  succeeded: () => Promise<void>
  /** It never came to a comparison: it does not count. */
  withdrawn: () => Promise<void>
}

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
    const taken: [RateLimiterPostgres, string][] = []

    async function withdrawn(): Promise<void> {
      await Promise.all(taken.map(([limiter, key]) => limiter.reward(key)))
    }

    async function succeeded(): Promise<void> {
      await withdrawn()
      await pairs.delete(pair)
      if (!isKnown) await accounts.delete(account)
      await known.set(pair, 1, 90 * day)
    }

    const counters: [RateLimiterPostgres, string][] = isKnown
      ? [[pairs, pair]]
      : [
          [networks, network],
          [accounts, account],
          [pairs, pair],
        ]
    try {
      for (const [limiter, key] of counters) {
        taken.push([limiter, key])
        await take(limiter, key)
      }
    } catch (refusal) {
      await withdrawn()
      throw refusal
    }
    return { succeeded, withdrawn }
  }

  return { begin }
}

/** The table keeps no e-mail and no address. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}
