import type { Fault } from './fault'
import { apiKilled } from './faults/api-killed'
import { postgresKilled } from './faults/postgres-killed'
import { sigterm } from './faults/sigterm'

/** All that is done to Stockie, in the order of the table. */
export const faults: readonly Fault[] = [apiKilled, postgresKilled, sigterm]
