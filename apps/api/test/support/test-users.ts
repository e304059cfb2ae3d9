import bcrypt from 'bcryptjs'
import type { Pool } from 'pg'

export const password = 'a password of the tests'
// The cheapest cost there is: what a test waits for is not how dear a hash is.
const hash = bcrypt.hashSync(password, 4)
let userCount = 0

export type TestUser = { id: number; name: string; email: string; role: number }

/** An account that signs in with `password`, and whose token version a test knows: it begins at 0. */
export async function createUser(pool: Pool, role = 1): Promise<TestUser> {
  userCount += 1
  const { rows } = await pool.query<TestUser>(
    `insert into users (name, email, role, password_hash, token_version) values ($1, $2, $3, $4, 0)
     returning id, name, email, role`,
    [`Tester ${userCount}`, `tester-${userCount}@stockie.test`, role, hash],
  )
  const [user] = rows
  if (!user) throw new Error('No account was made.')
  return user
}
