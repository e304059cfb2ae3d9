import { reads } from './reads/measures'
import type { Measure } from './row'
import { writes } from './writes/measures'

/** Every row of the table, in its order. */
export const measures: Measure[] = [...reads, ...writes]
