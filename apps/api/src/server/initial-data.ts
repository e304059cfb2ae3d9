import { randomBytes } from 'node:crypto'
import { ownerRole } from '@stockie/contracts'
import { seed } from '@stockie/prisma/seed'
import { advisoryLocks } from '#src/database/advisory-locks'
import { connectClient } from '#src/database/pool/single-client'
import pg, { type ClientBase } from 'pg'
import type { Env } from '#src/env'
import type { Users } from '#src/modules/users/users.service'
import { assertSeedMayBePublic } from './network-exposure'

export type FillResult = {
  with: 'owner' | 'demo' | 'e2e' | 'nothing'
  /** The owner's new password, if OWNER_PASSWORD is not set. It is printed once and not stored. */
  generatedPassword?: string
}

type FillOptions = {
  url: string
  env: Env
  users: Users
  onProgress: (done: number, total: number, what: string) => void
}

/**
 * Fills a database without users: with the owner from the environment, or else with the seed. Never with
 * both: the passwords of the demo accounts are public, so a real shop must not have them.
 */
export async function fillDatabase({
  url,
  env,
  users,
  onProgress,
}: FillOptions): Promise<FillResult> {
  const client = await connectClient(url)
  try {
    // If several processes start at once, only one fills the database.
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.initialData])
    // A new shop has none, and a restored backup of an older version either.
    await client.query('insert into shop_keys default values on conflict do nothing')
    await storeTimeZone(client, env.STORE_TIME_ZONE)
    const { rowCount } = await client.query('select from users limit 1')
    if (rowCount) return { with: 'nothing' }

    const { OWNER_EMAIL: email, OWNER_PASSWORD: ownPassword, OWNER_NAME: name } = env
    if (email) {
      const password = ownPassword ?? randomBytes(15).toString('base64url')
      await users.add({ email, password, name, role: ownerRole })
      return { with: 'owner', ...(!ownPassword && { generatedPassword: password }) }
    }
    const profile = env.STOCKIE_SEED
    if (profile === 'none') return { with: 'nothing' }
    assertSeedMayBePublic(env)
    await seed(client, { profile, timeZone: env.STORE_TIME_ZONE, onProgress })
    return { with: profile }
  } finally {
    await client.end()
  }
}

/** How long a start waits for writes of other processes, such as an import of expenses. */
const patience = 20_000

/**
 * The zone in which the database finds the day of an expense. It asks first: an update waits for all writes, for two
 * seconds at most, so that later writes do not queue behind it for long.
 */
async function storeTimeZone(client: ClientBase, zone: string): Promise<void> {
  const { rowCount } = await client.query('select from books where time_zone <> $1', [zone])
  if (!rowCount) return
  const deadline = Date.now() + patience
  for (;;) {
    try {
      await client.query('update books set time_zone = $1', [zone])
      return
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!isBusy || Date.now() > deadline) throw error
    }
  }
}
