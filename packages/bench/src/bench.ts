import type { Database } from '@stockie/stage/database'
import type { Stage } from '@stockie/stage/stage'
import type { Size } from './sizes'

/** What a measure is given. */
export type Bench = Stage & {
  quick: boolean
  rounds: number
  /** How long each load lasts. */
  seconds: number
  /** The process of the PostgreSQL that all databases are on. */
  postmaster: number
  /** A shop that goes with the measure. */
  database: (size: Size) => Promise<Database>
  progress: (text: string) => void
}
