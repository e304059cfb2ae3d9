import bcrypt from 'bcryptjs'
import type { Pool } from 'pg'

export const password = 'a password of the tests'
// bcrypt's lowest cost, because tests do not depend on slow hashes.
const hash = bcrypt.hashSync(password, 4)
let userCount = 0

export type TestUser = { id: number; name: string; email: string; role: number }

/** Inserts an account with `password` and token version 0, so that tests can sign tokens for it. */
export async function createUser(pool: Pool, role = 1): Promise<TestUser> {
  userCount += 1
  const { rows } = await pool.query<TestUser>(
    `insert into users (name, email, role, password_hash, token_version) values ($1, $2, $3, $4, 0)
     returning id, name, email, role`,
    [`Tester ${userCount}`, `tester-${userCount}@stockie.test`, role, hash],
  )
  const [user] = rows
  if (!user) throw new Error('The account was not inserted.')
  return user
}

/** Gives the account the session with the id 1, which the document's examples name. No caller holds its token. */
export async function giveSession(pool: Pool, userId: number): Promise<void> {
  await pool.query(
    `insert into sessions (id, token_hash, user_id, token_version, address, ends_at)
     select 1, sha256(uuid_send(gen_random_uuid())), id, token_version, '192.0.2.1', now() + interval '1 hour'
     from users where id = $1
     on conflict (id) do update set token_hash = excluded.token_hash, user_id = excluded.user_id,
       token_version = excluded.token_version`,
    [userId],
  )
  await pool.query(`select setval(pg_get_serial_sequence('sessions', 'id'), max(id)) from sessions`)
}
