import type { IncomingMessage } from 'node:http'
import { unattendedHeader } from '@stockie/contracts'
import type { Pool } from 'pg'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { quickCommit } from '#src/database/sql/quick-commit'
import type { TokenClaim } from '#src/security/tokens'
import { toUnavailable } from './database-errors'
import { callerAddress } from './request-address'

/**
 * Keeps the time and the address of each session's last use, without a query in the call itself. A page that
 * no user uses says so in its calls: they only list the session, if it is not listed yet.
 */
export type SessionActivity = {
  note: (claim: TokenClaim, request: IncomingMessage) => void
  /** Writes what was noted before the call. Each process writes a session at most once a minute. */
  write: () => Promise<void>
}

type Parts = {
  pool: Pool
  trustedProxies: number
  /** In milliseconds, from the first note to the write of all of them. */
  delay?: number | undefined
}

type Seen = { claim: TokenClaim; address: string; isUnattended: boolean }

const minute = 60_000
/** In milliseconds. A list that waits for this write still has time for its own query. */
const longestWait = 1_000
const unattendedKey = unattendedHeader.toLowerCase()

export function createSessionActivity({
  pool,
  trustedProxies,
  delay = 1000,
}: Parts): SessionActivity {
  const notedAt = new WeakMap<TokenClaim, number>()
  let waiting: Seen[] = []
  const running = new Set<Promise<void>>()

  function note(claim: TokenClaim, request: IncomingMessage): void {
    const isUnattended = unattendedKey in request.headers
    const noted = notedAt.get(claim)
    const now = Date.now()
    if (noted !== undefined && (isUnattended || now - noted < minute)) return
    notedAt.set(claim, isUnattended ? 0 : now)
    waiting.push({ claim, address: callerAddress(request, trustedProxies), isUnattended })
    if (waiting.length === 1 && Number.isFinite(delay)) {
      setTimeout(() => void write().catch(() => {}), delay).unref()
    }
  }

  /** Also waits for the writes in flight: what they took is no longer waiting, and not yet in the table. */
  async function write(): Promise<void> {
    if (waiting.length > 0) {
      const current = tryInsert(waiting).finally(() => running.delete(current))
      waiting = []
      running.add(current)
    }
    await Promise.all(running)
  }

  /** Counts as a read, because it does not wait for a standby. A list shows what is stored if the database takes no write. */
  async function tryInsert(seen: Seen[]): Promise<void> {
    try {
      await withDeadline(performance.now() + longestWait, () => insert(seen), true)
    } catch (error) {
      if (!toUnavailable(error)) throw error
    }
  }

  /** A token from before sessions were listed gets its row here. */
  async function insert(seen: Seen[]): Promise<void> {
    const values = (value: (each: Seen) => unknown) => seen.map(value)
    await pool.query(
      `with ${quickCommit}
       insert into sessions (token_hash, user_id, token_version, address, created_at, ends_at, last_seen_at)
       select distinct on (token_hash) token_hash, user_id, seen.token_version, address, began_at, ends_at,
         case when is_unattended then began_at else now() end
       from unnest($1::bytea[], $2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[],
           $7::boolean[])
         as seen (token_hash, user_id, token_version, address, began_at, ends_at, is_unattended)
       cross join quick
       join users on users.id = user_id and users.token_version = seen.token_version
         and removed_at is null
       where not exists (select from ended_sessions where token_hash = seen.token_hash)
       -- Two processes must not wait for each other.
       order by token_hash, is_unattended
       on conflict (token_hash) do update
       set last_seen_at = greatest(sessions.last_seen_at, excluded.last_seen_at), address = excluded.address
       where sessions.last_seen_at < excluded.last_seen_at - interval '1 minute'
         or sessions.address <> excluded.address`,
      [
        values(({ claim }) => claim.session),
        values(({ claim }) => claim.userId),
        values(({ claim }) => claim.version),
        values(({ address }) => address),
        values(({ claim }) => claim.beganAt),
        values(({ claim }) => claim.endsAt),
        values(({ isUnattended }) => isUnattended),
      ],
    )
  }

  return { note, write }
}
