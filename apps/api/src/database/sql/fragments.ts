import { allowedRoles } from '@stockie/contracts'

/**
 * The lines of a sale or a purchase as a JSON array in the order of entry, from `table` or from the result of
 * an insert. A sorted subselect is the fastest: a sorting aggregate, a join, and mapping rows in Node all
 * took longer (measured with 10,000 sales).
 */
export const documentLinesSql = (table: string, document: 'sale' | 'purchase') => `(
    select json_agg(line) from (
      select product_id as "productId", product_name as "productName", price, quantity, total
      from ${table} where ${document}_id = ${document}.id order by id
    ) as line
  )`

/** SQL: an instant as the API sends it, such as 2026-11-21T22:43:00.000Z. */
export const isoInstantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Range = { start: string; end: string; zone: string }

/**
 * SQL: whether an instant lies on one of the days from `start` to `end` in a time zone. A null side is open.
 * It converts the days to instants, not the instants to days, so that an index on the column can be used.
 */
export function withinDays(column: string, { start, end, zone }: Range): string {
  return `(${column} >= coalesce(${beginningOf(`${start}::date`, zone)}, '-infinity')
    and ${column} < coalesce(${beginningOf(`(${end}::date + 1)`, zone)}, 'infinity'))`
}

/**
 * SQL: the instant at which a day begins. If clocks go back over midnight, the day has two midnights, and
 * PostgreSQL picks the later one. The time of that day that the clock showed just before it is then
 * subtracted.
 */
function beginningOf(day: string, zone: string): string {
  const midnight = `(${day}::timestamp at time zone ${zone})`
  const shownBefore = `((${midnight} - interval '1 microsecond') at time zone ${zone})`
  return `${midnight} - greatest(interval '0',
    ${shownBefore} + interval '1 microsecond' - ${day}::timestamp)`
}

/** The session of a request: the account, its token version, and the hash of the token. */
export type Session = { userId: number; version: number; session: Buffer }

const roleAndPermission = `role, role in (${allowedRoles.join(', ')}) as allowed`

/**
 * SQL: the token's account, by default its role and whether that role may do anything. No row if the session
 * has ended: the account was removed, its token version was raised, or the user logged out of this session.
 */
export const accountSql = (
  { userId, version, session }: Record<keyof Session, string>,
  columns = roleAndPermission,
) => `
    select ${columns} from users
    where id = ${userId} and token_version = ${version} and removed_at is null
      and not exists (select from ended_sessions where token_hash = ${session})`
