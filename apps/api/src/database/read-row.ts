import type { Pool } from 'pg'
import { accountOf } from './account-of'
import type { ListCaller, ListQuery } from './read-list'

/**
 * A report of one row that is read as quickly as it is found out whether anything has changed since. It is
 * known again by itself.
 */
export type RowQuery = Pick<ListQuery, 'name' | 'text' | 'values'>

type RowReading = {
  /** The caller's role as it is now; null where their session has ended. */
  role: number | null
  /** The row as JSON; null where the role may not see it. */
  body: string | null
}

type ReadRow = (row: RowQuery, caller: Omit<ListCaller, 'known'>) => Promise<RowReading>

/** Reads the account and the row in one statement, as a list is read. */
export function createRowReader(pool: Pool): ReadRow {
  // Of each name the very same text: comparing long ones is what costs, and pg does it at every call.
  const statements = new Map<string, string>()

  return async (row, { userId, version, session, roles }) => {
    const { name, values = [] } = row
    const text = statements.get(name) ?? statementOf(row)
    statements.set(name, text)
    const { rows } = await pool.query<RowReading>({
      name,
      text,
      values: [...values, userId, version, session, roles],
    })
    return rows[0] ?? { role: null, body: null }
  }
}

/** SQL. Its values come after those of the row: the account, its token version and the session, and the roles. */
function statementOf({ text, values = [] }: RowQuery): string {
  const [userId, version, session, roles] = [1, 2, 3, 4].map((n) => `$${values.length + n}`)
  return `
    select role, case when role = any(${roles}::int[])
      then (select row_to_json(report) from (${text}) as report) end as body
    from (${accountOf({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}) as account`
}
