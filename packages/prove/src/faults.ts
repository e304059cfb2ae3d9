import type { Fault } from './fault'
import { apiKilled } from './faults/api-killed'

/** All that is done to Stockie, in the order of the table. */
export const faults: readonly Fault[] = [apiKilled]
