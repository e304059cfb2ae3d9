import type { QueryResultRow } from 'pg'
import type { Size } from './sizes'

/** A shop of a measure's own, copied from a seeded one, so that no measure meets another's writes. */
export type Database = {
  url: string
  /** For preparing and for looking, never for what is measured. */
  query: <Line extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Line[]>
  drop: () => Promise<void>
}

/** What a measure is given. */
export type Bench = {
  quick: boolean
  rounds: number
  /** How long each load lasts. */
  seconds: number
  /** A folder for what has to be written; it goes with the bench. */
  folder: string
  /** The process of the PostgreSQL that all databases are on. */
  postmaster: number
  database: (size: Size) => Promise<Database>
  progress: (text: string) => void
  /** What was opened last is closed first, however the bench ends. */
  onEnd: (cleanUp: () => Promise<void> | void) => void
}
