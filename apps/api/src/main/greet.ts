import { roleName } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { Env } from '@/env'

type Options = { env: Env; pool: Pool; say: (line: string) => void }
type Account = { email: string; role: number; passwordHash: string }

/** Where Stockie is, and who can sign in as long as nobody has set a password of their own. */
export async function greet({ env, pool, say }: Options): Promise<void> {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(env.HOST) ? 'localhost' : env.HOST
  say(`Stockie is at http://${host}:${env.PORT}`)

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0) say('Nobody can sign in yet: npm run users -- add')

  const seeded = new Set(seedAccounts.map(({ hash }) => hash))
  const open = rows.filter(({ passwordHash }) => seeded.has(passwordHash))
  if (open.length > 0) say(`Sign in with the password ${seedPassword} as`)
  for (const { email, role } of open) say(`  ${email} (${roleName(role)})`)
  if (!env.DATABASE_URL) say('Ctrl-C stops it.')
}
