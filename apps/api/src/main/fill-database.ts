import { randomBytes } from 'node:crypto'
import { seed } from '@stockie/prisma/seed'
import { connectClient } from '@/database/connect-client'
import type { Env } from '@/env'
import type { Users } from '@/modules/users/users.service'

export type Filled = {
  with: 'owner' | 'demo' | 'e2e' | 'nothing'
  /** The owner's, where the environment names none. It is told once, and kept nowhere. */
  madePassword?: string
}

type Options = {
  url: string
  env: Env
  users: Users
  onProgress: (done: number, total: number, what: string) => void
}

/** Beside the keys of migrating and of the embedded server. */
const lockKey = 72_707_373

/**
 * A database without users gets its first owner where the environment names one, and else the seed.
 * Never both: whoever names an owner wants a shop of their own, not demo logins that anybody knows.
 */
export async function fillDatabase({ url, env, users, onProgress }: Options): Promise<Filled> {
  const client = await connectClient(url)
  try {
    // Of several processes that start at once, one fills.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const { rowCount } = await client.query('select from users limit 1')
    if (rowCount) return { with: 'nothing' }

    const { OWNER_EMAIL: email, OWNER_PASSWORD: named, OWNER_NAME: name } = env
    if (email) {
      const password = named ?? randomBytes(15).toString('base64url')
      await users.add({ email, password, name, role: 1 })
      return { with: 'owner', ...(!named && { madePassword: password }) }
    }
    const profile = env.STOCKIE_SEED
    if (profile === 'none') return { with: 'nothing' }
    await seed(client, { profile, timeZone: env.STORE_TIME_ZONE, onProgress })
    return { with: profile }
  } finally {
    await client.end()
  }
}
