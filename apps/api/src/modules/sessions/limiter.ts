import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '@/errors'

/** A counter in PostgreSQL, shared by every process; in memory while its table cannot be reached. */
export function createLimiter(
  pool: Pool,
  name: string,
  limit: { points: number; duration: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_throttle',
    tableCreated: true,
    keyPrefix: name,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, ...limit }),
    ...limit,
  })
}

/** Takes one point, or refuses with the time after which there is one again. */
export async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = refusal.msBeforeNext / 1000
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    throw new AppError(
      'too_many',
      `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfter: seconds },
    )
  }
}
