import { verify } from './reads/verify'
import type { Measure } from './row'

/** Every row of the table, in its order. */
export const measures: Measure[] = [verify]
