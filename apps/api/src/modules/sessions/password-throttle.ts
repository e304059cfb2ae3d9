import type { Pool } from 'pg'
import type { TokenClaim } from '@/security/tokens'
import { beginAttempt, type Attempt } from './begin-attempt'
import { createLimiter } from './limiter'

export type PasswordThrottle = { begin: (claim: TokenClaim) => Promise<Attempt> }

const duration = 15 * 60

/**
 * Wrong present passwords are counted by session, so that whoever has one stolen token cannot keep its owner
 * from changing the password by another; and by account, so that many stolen ones are no way around that.
 */
export function createPasswordThrottle(pool: Pool): PasswordThrottle {
  const sessions = createLimiter(pool, 'session', { points: 5, duration })
  const accounts = createLimiter(pool, 'password', { points: 20, duration })

  async function begin({ userId, session }: TokenClaim): Promise<Attempt> {
    const one = session.toString('base64url')
    const all = String(userId)
    return beginAttempt(
      [
        [sessions, one],
        [accounts, all],
      ],
      () => Promise.all([sessions.delete(one), accounts.delete(all)]),
    )
  }

  return { begin }
}
