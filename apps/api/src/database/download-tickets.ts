import { createHash, randomBytes } from 'node:crypto'
import { apiRoot, type DownloadTicket, ownerRole } from '@stockie/contracts'
import type { Pool } from 'pg'
import { asWrite } from '#src/database/pool/deadline-pool'
import { isoInstantSql } from '#src/database/sql/days-to-instants'

const seconds = 60

/** In lower case, because the router reads addresses in lower case. */
const encoding = 'hex'

const hash = (token: string) => createHash('sha256').update(token).digest()

/** Gives the right to download a file once, within a minute. Also removes the expired tickets. */
export async function issueTicket(
  database: Pick<Pool, 'query'>,
  { name, userId }: { name: string; userId: number },
): Promise<DownloadTicket> {
  const token = randomBytes(32).toString(encoding)
  const { rows } = await database.query<{ expiresAt: string }>(
    `with expired as (delete from download_tickets where expires_at < now())
     insert into download_tickets (token_hash, name, user_id, expires_at)
     values ($1, $2, $3, now() + interval '${seconds} seconds')
     returning ${isoInstantSql('expires_at')} as "expiresAt"`,
    [hash(token), name, userId],
  )
  return { url: `${apiRoot}/downloads/${token}`, expiresAt: rows[0]?.expiresAt ?? '' }
}

/** Uses the ticket up. Undefined if it is unknown, used or expired, or if its account is no owner any more. */
export async function redeemTicket(
  database: Pick<Pool, 'query'>,
  token: string,
): Promise<{ name: string; userId: number } | undefined> {
  const { rows } = await asWrite(() =>
    database.query<{ name: string; userId: number }>(
      `with used as (delete from download_tickets where token_hash = $1 returning *)
     select used.name, user_id as "userId" from used join users on users.id = user_id
     where expires_at > now() and removed_at is null and role = $2`,
      [hash(token), ownerRole],
    ),
  )
  return rows[0]
}
