import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { allowedRoles, roleName } from '@stockie/contracts'
import { seed, seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import type { Env } from '#src/env'
import type { Users } from '#src/modules/users'
import { formatCommandHint, isImage, print } from './console'

export type Filled = {
  with: 'owner' | 'demo' | 'e2e' | 'nothing'
  /** The owner's, where the environment names none. It is told once, and kept nowhere. */
  madePassword?: string
}

type FillOptions = {
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
export async function fillDatabase({ url, env, users, onProgress }: FillOptions): Promise<Filled> {
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

/**
 * As soon as it is made, since nobody could sign in where the start fails or is killed after that.
 * Standard output, and not the log's level and form: in a container that is kept, so it is to be changed.
 */
export function printPassword(env: Env, { madePassword }: Filled): void {
  if (!madePassword) return
  print(`Sign in as ${env.OWNER_EMAIL} with the password ${madePassword}`)
  print('It is told this once: change it in Account, behind your name at the top right.')
}

type BannerOptions = { env: Env; pool: Pool; filled: Filled; say: (line: string) => void }
type Account = { email: string; role: number; passwordHash: string }

/** Where Stockie is, and who can sign in as long as nobody has set a password of their own. */
export async function printBanner({ env, pool, filled, say }: BannerOptions): Promise<void> {
  // None of the image's own addresses is one that a browser could open.
  for (const line of isImage ? ['Stockie serves.'] : whereItIs(env)) say(line)

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0) say(formatCommandHint('Nobody can sign in yet: npm run users -- add'))
  if (filled.with === 'owner' && !filled.madePassword) {
    say(`Sign in as ${env.OWNER_EMAIL} with OWNER_PASSWORD, which .env need not keep any longer.`)
  } else if (
    env.OWNER_EMAIL &&
    !rows.some(({ email }) => email === env.OWNER_EMAIL?.toLowerCase())
  ) {
    const another = env.DATABASE_URL ? 'Another, empty database' : 'Another STOCKIE_HOME'
    say(`OWNER_EMAIL is not used: this shop has accounts already. ${another} begins a shop.`)
  }

  const seeded = new Set(seedAccounts.map(({ hash }) => hash))
  const open = rows.filter(({ passwordHash }) => seeded.has(passwordHash))
  if (open.length > 0) say(`Sign in with the password ${seedPassword} as`)
  for (const { email, role } of open) {
    say(`  ${email} (${allowedRoles.includes(role) ? roleName(role) : 'allowed nowhere'})`)
  }
  if (!env.DATABASE_URL) say('Ctrl-C stops it.')
}

function whereItIs({ HOST, PORT }: Env): string[] {
  const everywhere = ['0.0.0.0', '::'].includes(HOST)
  const host = everywhere || HOST === '127.0.0.1' ? 'localhost' : HOST
  const others = everywhere ? addressesOfThisMachine() : []
  return [
    `Stockie is at http://${host}:${PORT}`,
    ...others.map((address) => `  and for other machines at http://${address}:${PORT}`),
  ]
}

function addressesOfThisMachine(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => one.address)
}
