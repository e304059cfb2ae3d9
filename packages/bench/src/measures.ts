import { memory } from './memory/memory'
import { reads } from './reads/measures'
import type { Measure } from './row'
import { web } from './web/measures'
import { writes } from './writes/measures'

/** Every row of the table, in its order. */
export const measures: Measure[] = [...reads, ...writes, ...web, memory]
