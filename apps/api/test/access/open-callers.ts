import type { TestApi } from '#test/test-api'
import { testSecret } from '#test/test-api'
import { password } from '#test/test-users'
import { createUsers } from '#src/modules/users'
import { createPasswords } from '#src/security/passwords'
import { createTokens } from '#src/security/tokens'
import type { strangers } from './callers'

type Stranger = (typeof strangers)[number]

export type Callers = {
  /** The token of an account of its own for each call, whose password is that of the document's examples. */
  enter: (role: number) => Promise<string>
  /** Tokens that count for nothing. */
  strangers: Record<Stranger, string>
}

/** The hash is one of the shop's own, so that the examples of the document fit. */
export async function openCallers(api: TestApi): Promise<Callers> {
  const { pool, tokens, call } = api
  let entered = 0

  async function insert(role: number): Promise<{ id: number; email: string; token: string }> {
    entered += 1
    const email = `caller-${entered}@stockie.test`
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (name, email, role, password_hash, token_version)
       select $1, $1, $2, password_hash, 0 from users where id = 1 returning id`,
      [email, role],
    )
    const id = Number(rows[0]?.id)
    return { id, email, token: tokens.sign({ userId: id, version: 0 }) }
  }

  const passwords = createPasswords()
  const users = createUsers({ pool, passwords })
  const [removed, changed, demoted, gone] = [
    await insert(1),
    await insert(1),
    await insert(1),
    await insert(1),
  ]
  await users.remove(removed.email)
  await users.setPassword(changed.email, password)
  await users.changeRole(demoted.email, 3)
  await call('/auth/logout', { method: 'POST', token: gone.token })
  await passwords.close()
  const expired = createTokens({ secret: testSecret, ttl: -1 })

  return {
    enter: async (role) => (await insert(role)).token,
    strangers: {
      nobody: '',
      'a token of nobody': 'a.b.c',
      'an expired token': expired.sign({ userId: 1, version: 0 }),
      'a removed account': removed.token,
      'a token from before the password changed': changed.token,
      'a token from before the role changed': demoted.token,
      'a token that was logged out of': gone.token,
    },
  }
}
