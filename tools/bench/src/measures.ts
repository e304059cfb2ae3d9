import { activityList } from '#src/reads/activity-list'
import { changedProducts } from '#src/reads/changed-products'
import { customerHistory } from '#src/reads/customer-history'
import { exportOfEverything } from '#src/reads/export-of-everything'
import { monthOfSales } from '#src/reads/month-of-sales'
import { productSummary } from '#src/reads/product-summary'
import { productSummaryGrowth } from '#src/reads/product-summary-growth'
import { profitSummary } from '#src/reads/profit-summary'
import { profitSummaryBesideProducts } from '#src/reads/profit-summary-beside-products'
import { profitSummaryGrowth } from '#src/reads/profit-summary-growth'
import { reorderList } from '#src/reads/reorder-list'
import { reportsAsOf } from '#src/reads/reports-as-of'
import { salesWithoutLines } from '#src/reads/sales-without-lines'
import { sessionVerification } from '#src/reads/session-verification'
import { unchangedProducts } from '#src/reads/unchanged-products'
import { firstStart } from '#src/starts/first-start'
import { secondStart } from '#src/starts/second-start'
import { firstList } from '#src/web/first-list'
import { listFirstSort } from '#src/web/list-first-sort'
import { listHeap } from '#src/web/list-heap'
import { listSearch } from '#src/web/list-search'
import { listSort } from '#src/web/list-sort'
import { loginBlocking } from '#src/web/login-blocking'
import { loginPaint } from '#src/web/login-paint'
import { loginScript } from '#src/web/login-script'
import { phoneList } from '#src/web/phone-list'
import { saleSubmit } from '#src/web/sale-submit'
import { activitiesKept } from '#src/writes/activities-kept'
import { farDatabase } from '#src/writes/far-database'
import { productImport } from '#src/writes/product-import'
import { roundTrips } from '#src/writes/round-trips'
import { saleRecording } from '#src/writes/sale-recording'
import { salesThroughPooler, salesWithStandby } from '#src/writes/sale-recording-in-clusters'
import { saleRecordingByPgbench } from '#src/writes/sale-recording-by-pgbench'
import { totalsKept } from '#src/writes/totals-kept'
import type { Measure } from './bench'
import { openTabs } from './open-tabs'
import { serverMemory } from './server-memory'

/** The rows A1 to A9 and H1 to H6. */
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
  activityList,
  exportOfEverything,
  productImport,
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

/** The rows W1 to W10. */
const web: Measure[] = [
  loginScript,
  loginPaint,
  loginBlocking,
  ...firstList,
  ...listSort,
  listFirstSort,
  listSearch,
  listHeap,
  saleSubmit,
  phoneList,
]

/** The rows S1 to S3. */
const startsAndSizes: Measure[] = [firstStart, secondStart, salesWithoutLines]

/** Every row of the table, in its order. */
export const measures: Measure[] = [
  ...reads,
  ...writes,
  ...web,
  openTabs,
  serverMemory,
  ...startsAndSizes,
]
