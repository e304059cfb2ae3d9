import type { Measure } from '#src/row'
import { farDatabase } from './far-database'
import { recordSale } from './record-sale'
import { recordSaleByPgbench } from './record-sale-by-pgbench'
import { roundTrips } from './round-trips'
import { totalsKept } from './totals-kept'

/** The rows B1 to B5. */
export const writes: Measure[] = [
  recordSale,
  recordSaleByPgbench,
  roundTrips,
  farDatabase,
  totalsKept,
]
