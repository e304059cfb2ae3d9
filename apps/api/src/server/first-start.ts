import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { ownerRole } from '@stockie/contracts'
import { seed, seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import { advisoryLocks } from '#src/database/advisory-locks'
import { connectClient } from '#src/database/pool/single-client'
import type { Env } from '#src/env'
import { describeRole, type Users } from '#src/modules/users'
import { formatCommandHint, isImage, print } from './console'

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
    await seed(client, { profile, timeZone: env.STORE_TIME_ZONE, onProgress })
    return { with: profile }
  } finally {
    await client.end()
  }
}

/**
 * Prints the password at once: if the start failed later, nobody could sign in. It goes to standard output,
 * which a container keeps, so the message asks the owner to change it.
 */
export function printPassword(env: Env, { generatedPassword }: FillResult): void {
  if (!generatedPassword) return
  print(`Sign in as ${env.OWNER_EMAIL} with the password ${generatedPassword}`)
  print(
    'It is shown only once. Change it under Account, in the menu with your name at the top right.',
  )
}

type BannerOptions = {
  env: Env
  pool: Pool
  filled: FillResult
  printMessage: (line: string) => void
}
type Account = { email: string; role: number; passwordHash: string }

/** Prints the address of Stockie, and the accounts that still have the seed's password. */
export async function printBanner(options: BannerOptions): Promise<void> {
  const { env, pool, filled, printMessage } = options
  // A browser cannot open the addresses inside a container.
  for (const line of isImage ? ['Stockie is ready.'] : addressLines(env)) printMessage(line)

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0)
    printMessage(
      formatCommandHint(
        'Nobody can sign in yet: add an owner with npm run users -- add <email> --name <name> --role owner',
      ),
    )
  if (filled.with === 'owner' && !filled.generatedPassword) {
    printMessage(
      `Sign in as ${env.OWNER_EMAIL} with OWNER_PASSWORD. You can remove it from .env now.`,
    )
  } else if (
    env.OWNER_EMAIL &&
    !rows.some(({ email }) => email === env.OWNER_EMAIL?.toLowerCase())
  ) {
    const newPlace = env.DATABASE_URL
      ? 'DATABASE_URL to an empty database'
      : 'STOCKIE_HOME to a new folder'
    printMessage(
      `OWNER_EMAIL is not used: this shop already has accounts. To start another shop, set ${newPlace}.`,
    )
  }

  const seeded = new Set(seedAccounts.map(({ hash }) => hash))
  const open = rows.filter(({ passwordHash }) => seeded.has(passwordHash))
  if (open.length > 0) printMessage(`Sign in with the password ${seedPassword} as`)
  for (const { email, role } of open) {
    printMessage(`  ${email} (${describeRole(role)})`)
  }
  if (!env.DATABASE_URL) printMessage('Press Ctrl-C to stop Stockie.')
}

function addressLines({ HOST, PORT }: Env): string[] {
  const isPublic = ['0.0.0.0', '::'].includes(HOST)
  const host = isPublic || HOST === '127.0.0.1' ? 'localhost' : HOST
  const addresses = isPublic ? listOwnAddresses() : []
  return [
    `Stockie is at http://${host}:${PORT}`,
    ...addresses.map((address) => `  and for other machines at http://${address}:${PORT}`),
  ]
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
