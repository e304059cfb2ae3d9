import type { Database } from '@stockie/stage/database'
import type { Postgres } from '@stockie/stage/open-postgres'
import type { Stage } from '@stockie/stage/stage'

/** What a fault is given. Whatever it opens there goes with it. */
export type Ground = Stage & {
  /** Also where the end is cut short; what it takes away may have gone by then. */
  atOnce: (cleanUp: () => void) => void
  long: boolean
  postgres: Postgres
  /** A small shop of its own, or the one that is opened there; it goes with the fault, after a last look at it. */
  openShop: (open?: () => Promise<Database>) => Promise<Database>
  progress: (text: string) => void
}
