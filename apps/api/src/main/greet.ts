import { networkInterfaces } from 'node:os'
import { allowedRoles, roleName } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { Env } from '@/env'
import type { Filled } from './fill-database'
import { tell } from './tell'

type Options = { env: Env; pool: Pool; filled: Filled; say: (line: string) => void }
type Account = { email: string; role: number; passwordHash: string }

/** Where Stockie is, and who can sign in as long as nobody has set a password of their own. */
export async function greet({ env, pool, filled, say }: Options): Promise<void> {
  const everywhere = ['0.0.0.0', '::'].includes(env.HOST)
  const host = everywhere || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST
  say(`Stockie is at http://${host}:${env.PORT}`)
  for (const address of everywhere ? addressesOfThisMachine() : []) {
    say(`  and for other machines at http://${address}:${env.PORT}`)
  }

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0) say('Nobody can sign in yet: npm run users -- add')
  if (filled.madePassword) {
    // Not by way of the log, which is kept.
    tell(`Sign in as ${env.OWNER_EMAIL} with the password ${filled.madePassword}`)
    tell('It is told this once: change it in Account, behind your name at the top right.')
  } else if (filled.with === 'owner') {
    say(`Sign in as ${env.OWNER_EMAIL} with OWNER_PASSWORD, which .env need not keep any longer.`)
  } else if (
    env.OWNER_EMAIL &&
    !rows.some(({ email }) => email === env.OWNER_EMAIL?.toLowerCase())
  ) {
    say(
      'OWNER_EMAIL is not used: this shop has accounts already. Another STOCKIE_HOME begins a shop.',
    )
  }

  const seeded = new Set(seedAccounts.map(({ hash }) => hash))
  const open = rows.filter(({ passwordHash }) => seeded.has(passwordHash))
  if (open.length > 0) say(`Sign in with the password ${seedPassword} as`)
  for (const { email, role } of open) {
    say(`  ${email} (${allowedRoles.includes(role) ? roleName(role) : 'allowed nowhere'})`)
  }
  if (!env.DATABASE_URL) say('Ctrl-C stops it.')
}

function addressesOfThisMachine(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => one.address)
}
