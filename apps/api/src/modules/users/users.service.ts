import { allowedRoles, ownerRole, roleName, type UserInput, type UserRow } from '@stockie/contracts'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import {
  accountSql,
  isSessionAlive,
  type Session,
  withoutSecondFactor,
} from '#src/database/sql/account-lookup'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { runTransaction } from '#src/database/pool/transaction'
import { actingAs } from '#src/database/sql/acting-account'
import { readVersionConflict } from '#src/database/sql/version-conflict'
import { AppError, invalidFields, noSuchRecord } from '#src/errors'
import { refuseRole, unauthenticated } from '#src/http/authentication'
import type { Passwords } from '#src/security/passwords'
import { createReadableCode } from '#src/security/readable-code'

export type NewUser = UserInput & { password: string }
export type Users = ReturnType<typeof createUsers>

/** The command line names an account by its e-mail, the API by its id. */
type Who = { id: number } | { email: string }

/** The account that makes a change. Null for the command line. */
type Actor = number | null

type Write = (client: PoolClient) => Promise<UserRow | undefined>

const columns = `users.id, name, email, role, ${isoInstantSql('users.created_at')} as "createdAt",
  (select ${isoInstantSql('max(last_seen_at)')} from sessions where user_id = users.id) as "lastSeenAt",
  (select count(*)::integer from sessions
   where user_id = users.id and token_version = users.token_version and ${isSessionAlive}) as sessions,
  second_factor_secret is not null as "secondFactor",
  must_change_password as "mustChangePassword", version`

const findRole = accountSql({ userId: '$1', version: '$2', session: '$3' })

export const ownersOnly = { roles: [ownerRole], refusal: 'Only the owner may manage accounts.' }

/** Manages the accounts for the owner and for the command line. */
export function createUsers({ pool, passwords }: { pool: Pool; passwords: Passwords }) {
  async function list(): Promise<UserRow[]> {
    const { rows } = await pool.query<UserRow>(
      `select ${columns} from users where removed_at is null order by role, id`,
    )
    return rows
  }

  async function find(who: Who): Promise<UserRow> {
    const [condition, value] = isAccount(who)
    const { rows } = await pool.query<UserRow>(
      `select ${columns} from users where ${condition} and removed_at is null`,
      [value],
    )
    return requireUser(rows[0], who)
  }

  async function insert(
    { name, email, role, password }: NewUser,
    { mustChangePassword, by = null }: { mustChangePassword: boolean; by?: Actor },
  ): Promise<UserRow> {
    const hash = await passwords.hash(password)
    const { rows } = await pool.query<UserRow>(
      `insert into users (name, email, role, password_hash, must_change_password)
       select $1, lower($2), $3, $4, $5 from ${actingAs('$6')}
       on conflict (email) where removed_at is null do nothing
       returning ${columns}`,
      [name, email, role, hash, mustChangePassword, by],
    )
    if (!rows[0]) throw emailTaken(email)
    return rows[0]
  }

  /** Adds an account whose password was made up by Stockie. It must be replaced at the first sign-in. */
  async function invite(user: UserInput, by: number): Promise<{ user: UserRow; password: string }> {
    const password = createReadableCode(4)
    const added = await insert({ ...user, password }, { mustChangePassword: true, by })
    return { user: added, password }
  }

  /** A new role ends the sessions of the account. */
  async function change(
    who: Who,
    changes: Partial<UserInput>,
    by?: Session,
    version?: number,
  ): Promise<UserRow> {
    const { name, email, role } = changes
    const [condition, value] = isAccount(who)
    return changeWithOwnerCheck(who, by, async (client) => {
      if (version !== undefined) await assertVersion(client, who, version)
      const { rows } = await client
        .query<UserRow>(
          `update users
           set name = coalesce($2, name), email = coalesce(lower($3), email),
             role = coalesce($4, role), updated_at = now(),
             token_version = token_version + (role <> coalesce($4, role))::integer
           where ${condition} and removed_at is null returning ${columns}`,
          [value, name, email, role],
        )
        .catch((error: unknown) => {
          throw email !== undefined && isEmailTaken(error) ? emailTaken(email) : error
        })
      return rows[0]
    })
  }

  /** Ends all sessions of the account. */
  async function writePassword(
    who: Who,
    password: string,
    { mustChangePassword, by = null }: { mustChangePassword: boolean; by?: Actor },
  ): Promise<UserRow> {
    const hash = await passwords.hash(password)
    const [condition, value] = isAccount(who)
    const { rows } = await pool.query<UserRow>(
      `update users set password_hash = $2, must_change_password = $3,
         token_version = token_version + 1, updated_at = now()
       from ${actingAs('$4')}
       where ${condition} and removed_at is null returning ${columns}`,
      [value, hash, mustChangePassword, by],
    )
    return requireUser(rows[0], who)
  }

  /** Returns a password that the account must replace at its next sign-in. Ends all its sessions. */
  async function resetPassword(id: number, by: number): Promise<string> {
    const password = createReadableCode(4)
    await writePassword({ id }, password, { mustChangePassword: true, by })
    return password
  }

  /** Ends all sessions of the account, and returns how many were listed. */
  async function endSessions(id: number, by: number): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `with before as (
         select count(*)::integer as count from sessions join users on users.id = user_id
         where user_id = $1 and sessions.token_version = users.token_version and ${isSessionAlive}
       )
       update users set token_version = token_version + 1, updated_at = now()
       from before, ${actingAs('$2')}
       where id = $1 and removed_at is null returning count`,
      [id, by],
    )
    if (!rows[0]) throw noSuchRecord('account')
    return rows[0].count
  }

  /** For a lost phone. The password alone signs in again. */
  async function turnOffSecondFactor(who: Who, by: Actor = null): Promise<UserRow> {
    const [condition, value] = isAccount(who)
    const { rows } = await pool.query<UserRow>(
      `update users set ${withoutSecondFactor}, updated_at = now() from ${actingAs('$2')}
       where ${condition} and removed_at is null returning ${columns}`,
      [value, by],
    )
    return requireUser(rows[0], who)
  }

  /** Keeps the row, because documents and the ledger refer to it. Ends all sessions of the account. */
  async function remove(who: Who, by?: Session): Promise<UserRow> {
    const [condition, value] = isAccount(who)
    return changeWithOwnerCheck(who, by, async (client) => {
      const { rows } = await client.query<UserRow>(
        `update users
         set removed_at = now(), token_version = token_version + 1, updated_at = now()
         where ${condition} and removed_at is null returning ${columns}`,
        [value],
      )
      return rows[0]
    })
  }

  /**
   * Rolls back a change that would leave the shop without an owner. Refuses a caller who is no longer one: another
   * owner may have changed the caller's account after the lookup of the call.
   */
  async function changeWithOwnerCheck(
    who: Who,
    by: Session | undefined,
    write: Write,
  ): Promise<UserRow> {
    return runTransaction(pool, async (client) => {
      // Without the lock, two concurrent changes would each still see the other's owner.
      await client.query('lock table users in share row exclusive mode')
      await client.query(`select from ${actingAs('$1')}`, [by?.userId ?? null])
      if (by) await assertOwner(client, by)
      const before = await countOwners(client)
      const changed = requireUser(await write(client), who)
      if (before > 0 && (await countOwners(client)) === 0) {
        throw new AppError(
          'conflict',
          `${changed.email} is the only owner left: make another account an owner first.`,
        )
      }
      return changed
    })
  }

  return {
    list,
    find,
    add: (user: NewUser) => insert(user, { mustChangePassword: false }),
    invite,
    change,
    changeRole: (email: string, role: number) => change({ email }, { role }),
    setPassword: (email: string, password: string) =>
      writePassword({ email }, password, { mustChangePassword: false }),
    resetPassword,
    endSessions,
    turnOffSecondFactor,
    remove,
  }
}

function isAccount(who: Who): [condition: string, value: number | string] {
  return 'id' in who ? ['users.id = $1', who.id] : ['email = lower($1)', who.email]
}

async function assertOwner(client: PoolClient, session: Session): Promise<void> {
  const { rows } = await client.query<{ role: number }>(findRole, [
    session.userId,
    session.version,
    session.session,
  ])
  if (!rows[0]) throw unauthenticated()
  refuseRole(rows[0].role, ownersOnly)
}

/** Refuses the edit of an account that was changed or removed meanwhile. */
async function assertVersion(client: PoolClient, who: Who, version: number): Promise<void> {
  const [condition, value] = isAccount(who)
  const { rows } = await client.query<{ id: number; isCurrent: boolean }>(
    `select id, version = $2 and removed_at is null as "isCurrent" from users where ${condition}`,
    [value, version],
  )
  const [account] = rows
  if (!account) throw noSuchRecord('account')
  if (account.isCurrent) return
  const text = `select ${columns} from users where removed_at is null`
  throw await readVersionConflict(client, { resource: 'users', id: account.id, current: { text } })
}

async function countOwners(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from users where role = ${ownerRole} and removed_at is null`,
  )
  return rows[0]?.count ?? 0
}

function requireUser(user: UserRow | undefined, who: Who): UserRow {
  if (user) return user
  throw 'id' in who
    ? noSuchRecord('account')
    : new AppError('not_found', `There is no account for ${who.email}.`)
}

function emailTaken(email: string): AppError {
  return invalidFields([{ path: 'email', message: `There is already an account for ${email}.` }])
}

function isEmailTaken(error: unknown): boolean {
  return (
    error instanceof DatabaseError && error.constraint === 'users_email_unique_while_not_removed'
  )
}

/** An account with another role can sign in, but sees nothing. */
export function describeRole(role: number): string {
  return allowedRoles.includes(role) ? roleName(role) : 'no access'
}
