import { RateLimiterRes, type RateLimiterPostgres } from 'rate-limiter-flexible'
import { AppError } from '@/errors'

/** An attempt counts from its beginning, so that a thousand at once are no way around the limit. */
export type Attempt = {
  /** The password was right: it counts as no failure, and what is counted of whoever knows it begins anew. */
  succeeded: () => Promise<void>
  /** It never came to a comparison: it does not count. */
  withdrawn: () => Promise<void>
}

export type Counter = [limiter: RateLimiterPostgres, key: string]

/** Takes a point of each counter; of none where one of them refuses. */
export async function beginAttempt(
  counters: readonly Counter[],
  beginAnew: () => Promise<unknown>,
): Promise<Attempt> {
  const taken: Counter[] = []

  async function withdrawn(): Promise<void> {
    await Promise.all(taken.map(([limiter, key]) => limiter.reward(key)))
  }

  async function succeeded(): Promise<void> {
    await withdrawn()
    await beginAnew()
  }

  try {
    for (const counter of counters) {
      taken.push(counter)
      await take(counter)
    }
  } catch (refusal) {
    await withdrawn()
    throw refusal
  }
  return { succeeded, withdrawn }
}

/** Takes one point, or refuses with the time after which there is one again. */
async function take([limiter, key]: Counter): Promise<void> {
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
