import { accountSql } from './account-lookup'
import type { ListQuery } from './list-query'
import type { ListCaller, ReaderOptions, RunStatement } from './list-reader'

/** One row. Reading it is as fast as reading a revision, so its own content is its revision. */
export type RowQuery = Pick<ListQuery, 'name' | 'text' | 'values'>

type RowReading = {
  /** The caller's current role. Null if the session has ended. */
  role: number | null
  /** The row as JSON. Null if the role may not see it. */
  body: string | null
  /** Set if the reader asks for positions. */
  position?: string
}

type ReadRow = (row: RowQuery, caller: Omit<ListCaller, 'known'>) => Promise<RowReading>

/** Reads the account and the row in one statement, like createListReader. */
export function createRowReader(
  run: RunStatement,
  { positionSql }: Pick<ReaderOptions, 'positionSql'> = {},
): ReadRow {
  // Cached, because pg compares the text at every call, and that is cheap only for the same string object.
  const statements = new Map<string, string>()

  return async (row, caller) => {
    const { userId, version, session, roles } = caller
    const { name, values = [] } = row
    const text = statements.get(name) ?? rowStatement(row, positionSql)
    statements.set(name, text)
    const statement = { name, text, values: [...values, userId, version, session, roles] }
    const rows = await run<RowReading>(statement, caller)
    return rows[0] ?? { role: null, body: null }
  }
}

/** SQL. Its values follow those of the row: user id, token version, session and roles. */
function rowStatement({ text, values = [] }: RowQuery, positionSql: string | undefined): string {
  const [userId, version, session, roles] = [1, 2, 3, 4].map((n) => `$${values.length + n}`)
  // With a position, there is a row without an account, too.
  const [start, end] = positionSql ? ['(select) as one left join ', ' on true'] : ['', '']
  return `
    select role, case when role = any(${roles}::int[])
      then (select row_to_json(report) from (${text}) as report) end as body${positionSql ? `, ${positionSql} as position` : ''}
    from ${start}(${accountSql({ userId: `${userId}::int`, version: `${version}::int`, session: `${session}::bytea` })}) as account${end}`
}
