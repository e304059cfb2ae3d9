import type { QueryResultRow } from 'pg'

/** A shop of one's own, copied from a seeded one, so that nobody meets another's writes. */
export type Database = {
  url: string
  /** For preparing and for looking, never for what is measured or proved. */
  query: <Line extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Line[]>
  drop: () => Promise<void>
}
