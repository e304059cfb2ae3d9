import { allowedRoles, ownerRole, roleName, type SessionUser } from '@stockie/contracts'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '#src/errors'
import type { Passwords } from '#src/security/passwords'

export type NewUser = { name: string; email: string; role: number; password: string }
export type Users = ReturnType<typeof createUsers>

const columns = 'id, name, email, role'

/** Manages the accounts for the command line. Every change of an account ends its sessions. */
export function createUsers({ pool, passwords }: { pool: Pool; passwords: Passwords }) {
  async function list(): Promise<SessionUser[]> {
    const { rows } = await pool.query<SessionUser>(
      `select ${columns} from users where removed_at is null order by role, id`,
    )
    return rows
  }

  async function find(email: string): Promise<SessionUser> {
    const { rows } = await pool.query<SessionUser>(
      `select ${columns} from users where email = lower($1) and removed_at is null`,
      [email],
    )
    return requireUser(rows[0], email)
  }

  async function add({ name, email, role, password }: NewUser): Promise<SessionUser> {
    const hash = await passwords.hash(password)
    const { rows } = await pool.query<SessionUser>(
      `insert into users (name, email, role, password_hash)
       values ($1, lower($2), $3, $4)
       on conflict (email) where removed_at is null do nothing
       returning ${columns}`,
      [name, email, role, hash],
    )
    if (!rows[0]) throw new AppError('conflict', `There is already an account for ${email}.`)
    return rows[0]
  }

  async function changeRole(email: string, role: number): Promise<SessionUser> {
    return changeWithOwnerCheck(async (client) => {
      const { rows } = await client.query<SessionUser>(
        `update users set role = $2, token_version = token_version + 1, updated_at = now()
         where email = lower($1) and removed_at is null returning ${columns}`,
        [email, role],
      )
      return requireUser(rows[0], email)
    })
  }

  async function setPassword(email: string, password: string): Promise<SessionUser> {
    const hash = await passwords.hash(password)
    const { rows } = await pool.query<SessionUser>(
      `update users set password_hash = $2, token_version = token_version + 1, updated_at = now()
       where email = lower($1) and removed_at is null returning ${columns}`,
      [email, hash],
    )
    return requireUser(rows[0], email)
  }

  /** Keeps the row, because documents and the ledger refer to it. */
  async function remove(email: string): Promise<SessionUser> {
    return changeWithOwnerCheck(async (client) => {
      const { rows } = await client.query<SessionUser>(
        `update users
         set removed_at = now(), token_version = token_version + 1, updated_at = now()
         where email = lower($1) and removed_at is null returning ${columns}`,
        [email],
      )
      return requireUser(rows[0], email)
    })
  }

  /** Rolls back a change that would leave the shop without an owner. */
  async function changeWithOwnerCheck(
    change: (client: PoolClient) => Promise<SessionUser>,
  ): Promise<SessionUser> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // Without the lock, two concurrent changes would each still see the other's owner.
      await client.query('lock table users in share row exclusive mode')
      const before = await countOwners(client)
      const changed = await change(client)
      if (before > 0 && (await countOwners(client)) === 0) {
        throw new AppError(
          'conflict',
          `${changed.email} is the only owner left: make another account an owner first.`,
        )
      }
      await client.query('commit')
      return changed
    } catch (error) {
      // On a broken connection, the rollback fails too. Its error would hide the first one.
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  return { list, find, add, changeRole, setPassword, remove }
}

async function countOwners(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from users where role = ${ownerRole} and removed_at is null`,
  )
  return rows[0]?.count ?? 0
}

function requireUser(user: SessionUser | undefined, email: string): SessionUser {
  if (!user) throw new AppError('not_found', `There is no account for ${email}.`)
  return user
}

/** An account with another role can sign in, but sees nothing. */
export function describeRole(role: number): string {
  return allowedRoles.includes(role) ? roleName(role) : 'no access'
}
