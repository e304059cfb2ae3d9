import type { SessionRow } from '@stockie/contracts'
import Bowser from 'bowser'
import type { Pool } from 'pg'
import { isSessionAlive } from '#src/database/sql/account-lookup'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { unauthenticated } from '#src/http/authentication'
import type { TokenClaim } from '#src/security/tokens'

/** Far more than a person has. End all others also ends those that are not listed. */
const mostRows = 200

/** The longest name of a device. */
const longestName = 100

type Place = { userAgent: string | undefined; address: string }

/** The sessions of an account: each sign-in whose token is still valid. */
export function createSessionList(pool: Pool) {
  /** Replaces the rows of the account's expired tokens, so that one row tells when it was last seen. */
  async function add(claim: TokenClaim, { userAgent, address }: Place): Promise<void> {
    await pool.query(
      `with expired as (delete from sessions where user_id = $2 and ends_at < now()), ${activitySql('signed-in', 'users where id = $2')}
       insert into sessions (token_hash, user_id, token_version, device, address, created_at, ends_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        claim.session,
        claim.userId,
        claim.version,
        deviceName(userAgent),
        address,
        claim.beganAt,
        claim.endsAt,
      ],
    )
  }

  /** The present session first, then the others by their last use. */
  async function list({ userId, version, session }: TokenClaim): Promise<SessionRow[]> {
    const { rows } = await pool.query<SessionRow>(
      `select id, device, regexp_replace(address, '^::ffff:(?=\\d+\\.)', '', 'i') as address,
         ${isoInstantSql('created_at')} as "createdAt",
         ${isoInstantSql('last_seen_at')} as "lastSeenAt", token_hash = $3 as current
       from sessions
       where user_id = $1 and token_version = $2 and ${isSessionAlive}
       order by current desc, last_seen_at desc, id desc limit ${mostRows}`,
      [userId, version, session],
    )
    return rows
  }

  /**
   * Ends this session at once, for every process. Deletes ended sessions only a day after they expire,
   * because a clock that is set back would revive their tokens. Locks the account, so that the logout fails
   * if a concurrent password change has replaced the session with a new one.
   */
  async function logout({ userId, version, session, endsAt }: TokenClaim): Promise<void> {
    const { rowCount } = await pool.query(
      `with forgotten as (delete from ended_sessions where ends_at < now() - interval '1 day'),
       account as (
         select id, name from users where id = $3 and token_version = $4 and removed_at is null for share
       ), ended as (
         insert into ended_sessions (token_hash, ends_at)
         select $1::bytea, $2::timestamptz from account on conflict do nothing returning token_hash
       ), ${activitySql('signed-out', 'account where exists (select from ended)')}
       select from account`,
      [session, endsAt, userId, version],
    )
    if (!rowCount) throw unauthenticated()
  }

  /** Ends sessions of the caller's account, and returns how many. They may still be in use. */
  async function end(claim: TokenClaim, which: string, value: unknown): Promise<number> {
    // Locks the account before the row in ended_sessions, as a log-out does, to avoid a deadlock. A new password
    // in the meantime has ended the caller's session too.
    const { rows } = await pool.query<{ isCurrent: boolean; count: number }>(
      `with account as (
         select id, name, token_version from users
         where id = $1 and token_version = $2 and removed_at is null for share
       ), ended as (
         insert into ended_sessions (token_hash, ends_at)
         select token_hash, ends_at from sessions
           join account on account.id = user_id and account.token_version = sessions.token_version
         where ${which} and ends_at > now() order by token_hash
         on conflict do nothing returning token_hash
       ), ${activitySql('ended', 'account where exists (select from ended)')}
       select exists (select from account) as "isCurrent",
         (select count(*)::integer from ended) as count`,
      [claim.userId, claim.version, value],
    )
    const [answer] = rows
    if (!answer?.isCurrent) throw unauthenticated()
    return answer.count
  }

  return {
    add,
    list,
    logout,
    /** False if the account has no such session, or if it has ended. */
    endOne: async (claim: TokenClaim, id: number) => (await end(claim, 'sessions.id = $3', id)) > 0,
    /** Ends all sessions of the account but the caller's. */
    endOthers: (claim: TokenClaim) => end(claim, 'sessions.token_hash <> $3', claim.session),
  }
}

/** SQL: a part of a statement that writes what an account did with its own sessions. */
const activitySql = (action: string, account: string) => `activity as (
    insert into activities (user_id, action, resource, record_id, record_name)
    select id, '${action}', 'users', id, name from ${account}
  )`

/** The browser and the device of a User-Agent header in words: "Chrome on Android". */
export function deviceName(userAgent = ''): string {
  const program = /^[\w.-]+/.exec(userAgent)?.[0]
  if (!program) return 'Unknown program'
  const { browser, os, platform } = Bowser.parse(userAgent)
  // Models of Apple are names that people know: iPhone, iPad.
  const device = (platform.vendor === 'Apple' && platform.model) || os.name
  const words = [browser.name || program, device].filter(Boolean).join(' on ')
  return words.slice(0, longestName)
}
