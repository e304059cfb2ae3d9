import { allowedRoles } from '@stockie/contracts'

/**
 * The lines of a sale or a purchase as a JSON array in the order of entry, from `table` or what an
 * insert returns. A subselect that is sorted first was the quickest of all: an aggregate that sorts,
 * joins, and rows that are mapped in Node took longer (measured with 10,000 sales).
 */
export const documentLinesSql = (table: string, document: 'sale' | 'purchase') => `(
    select json_agg(line) from (
      select product_id as "productId", product_name as "productName", price, quantity, total
      from ${table} where ${document}_id = ${document}.id order by id
    ) as line
  )`

type Range = { start: string; end: string; zone: string }

/**
 * SQL: whether an instant lies on one of the days from `start` to `end`, as the clocks of a time zone
 * show them; a side that is null is open. The days become instants, not the instants days, so that an
 * index on the column finds the rows.
 */
export function withinDays(column: string, { start, end, zone }: Range): string {
  return `(${column} >= coalesce(${beginningOf(`${start}::date`, zone)}, '-infinity')
    and ${column} < coalesce(${beginningOf(`(${end}::date + 1)`, zone)}, 'infinity'))`
}

/**
 * Where clocks go back over midnight a day has two of them, and PostgreSQL means the later. What the
 * clock showed just before it of that day already is then how much earlier the day began.
 */
function beginningOf(day: string, zone: string): string {
  const midnight = `(${day}::timestamp at time zone ${zone})`
  const shownBefore = `((${midnight} - interval '1 microsecond') at time zone ${zone})`
  return `${midnight} - greatest(interval '0',
    ${shownBefore} + interval '1 microsecond' - ${day}::timestamp)`
}

/** By what a call asks: an account, of which version, and the hash that tells its token from others. */
export type Session = { userId: number; version: number; session: Buffer }

/**
 * SQL: the role of the account that a token counts for, and whether it may do anything. No row where the
 * session has ended: the account was removed, its version raised since the token was signed, or this one
 * session logged out of.
 */
export const accountSql = ({ userId, version, session }: Record<keyof Session, string>) => `
    select role, role in (${allowedRoles.join(', ')}) as allowed from users
    where id = ${userId} and token_version = ${version} and removed_at is null
      and not exists (select from ended_sessions where token_hash = ${session})`
