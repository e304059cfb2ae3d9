import { networkInterfaces } from 'node:os'
import { allowedRoles, roleName } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { Env } from '@/env'
import { asTypedHere, isImage } from './as-typed-here'
import type { Filled } from './fill-database'

type Options = { env: Env; pool: Pool; filled: Filled; say: (line: string) => void }
type Account = { email: string; role: number; passwordHash: string }

/** Where Stockie is, and who can sign in as long as nobody has set a password of their own. */
export async function greet({ env, pool, filled, say }: Options): Promise<void> {
  // None of the image's own addresses is one that a browser could open.
  for (const line of isImage ? ['Stockie serves.'] : whereItIs(env)) say(line)

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0) say(asTypedHere('Nobody can sign in yet: npm run users -- add'))
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
