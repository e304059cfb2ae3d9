import { roleName } from '@stockie/contracts'
import { seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { Env } from '@/env'
import type { Passwords } from '@/security/passwords'

type Options = { env: Env; pool: Pool; passwords: Passwords; say: (line: string) => void }
type Account = { email: string; role: number; passwordHash: string }

/** Where Stockie is, and who can sign in as long as nobody has set a password of their own. */
export async function greet({ env, pool, passwords, say }: Options): Promise<void> {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(env.HOST) ? 'localhost' : env.HOST
  say(`Stockie is at http://${host}:${env.PORT}`)
  if (!env.DATABASE_URL) say('Ctrl-C stops it.')

  const { rows } = await pool.query<Account>(
    `select email, role, password_hash as "passwordHash" from users
     where removed_at is null order by role, id limit 50`,
  )
  if (rows.length === 0) say('Nobody can sign in yet: npm run users -- add')

  const seeded = rows.filter(({ email }) => email.endsWith('@stockie.test'))
  const open = await Promise.all(
    seeded.map(async ({ email, role, passwordHash }) =>
      (await passwords.matches(seedPassword, passwordHash)) ? `${email} (${roleName(role)})` : [],
    ),
  )
  const logins = open.flat()
  if (logins.length === 0) return
  say(`Sign in with the password ${seedPassword} as`)
  for (const login of logins) say(`  ${login}`)
}
