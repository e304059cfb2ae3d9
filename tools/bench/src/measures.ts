import { changedProducts } from '#src/reads/changed-products'
import { customerHistory } from '#src/reads/customer-history'
import { monthOfSales } from '#src/reads/month-of-sales'
import { productSummary } from '#src/reads/product-summary'
import { productSummaryGrowth } from '#src/reads/product-summary-growth'
import { profitSummary } from '#src/reads/profit-summary'
import { profitSummaryBesideProducts } from '#src/reads/profit-summary-beside-products'
import { profitSummaryGrowth } from '#src/reads/profit-summary-growth'
import { reorderList } from '#src/reads/reorder-list'
import { reportsAsOf } from '#src/reads/reports-as-of'
import { sessionVerification } from '#src/reads/session-verification'
import { unchangedProducts } from '#src/reads/unchanged-products'
import { firstList } from '#src/web/first-list'
import { listFirstSort } from '#src/web/list-first-sort'
import { listHeap } from '#src/web/list-heap'
import { listSearch } from '#src/web/list-search'
import { listSort } from '#src/web/list-sort'
import { loginBlocking } from '#src/web/login-blocking'
import { loginPaint } from '#src/web/login-paint'
import { loginScript } from '#src/web/login-script'
import { activitiesKept } from '#src/writes/activities-kept'
import { farDatabase } from '#src/writes/far-database'
import { roundTrips } from '#src/writes/round-trips'
import { saleRecording } from '#src/writes/sale-recording'
import { salesThroughPooler, salesWithStandby } from '#src/writes/sale-recording-in-clusters'
import { saleRecordingByPgbench } from '#src/writes/sale-recording-by-pgbench'
import { totalsKept } from '#src/writes/totals-kept'
import type { Measure } from './bench'
import { openTabs } from './open-tabs'
import { serverMemory } from './server-memory'

/** The rows A1 to A9 and H1 to H3. */
const reads: Measure[] = [
  ...profitSummary,
  ...profitSummaryGrowth,
  productSummaryGrowth,
  ...productSummary,
  unchangedProducts,
  changedProducts,
  monthOfSales,
  ...profitSummaryBesideProducts,
  sessionVerification,
  customerHistory,
  reorderList,
  ...reportsAsOf,
]

/** The rows B1 to B8. */
const writes: Measure[] = [
  saleRecording,
  saleRecordingByPgbench,
  roundTrips,
  farDatabase,
  totalsKept,
  activitiesKept,
  salesThroughPooler,
  salesWithStandby,
]

/** The rows W1 to W8. */
const web: Measure[] = [
  loginScript,
  loginPaint,
  loginBlocking,
  ...firstList,
  ...listSort,
  listFirstSort,
  listSearch,
  listHeap,
]

/** Every row of the table, in its order. */
export const measures: Measure[] = [...reads, ...writes, ...web, openTabs, serverMemory]
