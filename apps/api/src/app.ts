import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import compression from 'compression'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { ShopBackups } from '#src/database/backup/shop-backups'
import type { ShopExport } from '#src/database/export/shop-export'
import type { PrismaClient } from '#src/database/generated/client'
import type { Standby } from '#src/database/pool/standby'
import type { Env } from '#src/env'
import { type ApiModule, createApiRouter } from '#src/http/api-router'
import type { AuditLog } from '#src/http/logs/audit-log'
import { createAccounts } from '#src/http/authentication'
import { createExpress } from '#src/http/entry/express-app'
import { createRequestGate, type ProxyCheck } from '#src/http/entry/request-gate'
import { describeHealth, health, type Readiness } from '#src/http/health'
import type { HostSettings } from '#src/http/host-check'
import { type ChangeLimits, createChangeBudget } from '#src/http/endpoints/change-budget'
import { createListAnswerer } from '#src/http/endpoints/list-endpoints'
import type { Metrics } from '#src/http/metrics/metrics'
import { type ApiDocument, createDocument, documentEndpoint } from '#src/http/openapi/document'
import { createSendError, errorHandler, notFound } from '#src/http/problem'
import { createSessionActivity } from '#src/http/session-activity'
import type { RequestLog } from '#src/http/logs/request-log'
import { type WebApp, webFiles } from '#src/http/static-files'
import { activityModule } from '#src/modules/activity'
import { backupsModule } from '#src/modules/backups'
import { booksModule } from '#src/modules/books'
import { categoriesModule } from '#src/modules/categories'
import { changesModule } from '#src/modules/changes'
import { changesSinceModule } from '#src/modules/changes-since'
import { customersModule } from '#src/modules/customers'
import { deletedRecordsModule } from '#src/modules/deleted-records'
import { daySheetsModule } from '#src/modules/day-sheets/day-sheets.routes'
import { downloadsModule } from '#src/modules/downloads'
import { expenseCategoriesModule } from '#src/modules/expense-categories'
import { expensesModule } from '#src/modules/expenses'
import { historiesModule } from '#src/modules/histories'
import { importsModule } from '#src/modules/imports/imports.routes'
import { knownLoginsModule } from '#src/modules/users/known-logins'
import { parkedSalesModule } from '#src/modules/parked-sales/parked-sales.routes'
import { priceChangesModule } from '#src/modules/products/price-changes'
import { productReportsModule } from '#src/modules/products/product-reports'
import { productsModule } from '#src/modules/products/products'
import { purchasesModule } from '#src/modules/purchases'
import { reportsModule } from '#src/modules/reports'
import { reorderModule } from '#src/modules/reorder'
import { returnsModule } from '#src/modules/returns/returns.routes'
import { salesModule } from '#src/modules/sales'
import { sessionsModule } from '#src/modules/sessions/sessions.routes'
import { shopModule } from '#src/modules/shop/shop.routes'
import { stockModule } from '#src/modules/stock'
import { stockCountsModule } from '#src/modules/stock-counts/stock-counts.routes'
import { suppliersModule } from '#src/modules/suppliers'
import { usersModule } from '#src/modules/users/users.routes'
import type { Devices } from '#src/security/devices'
import type { SecondFactorCodes } from '#src/security/second-factor-codes'
import type { Passwords } from '#src/security/passwords'
import type { Tokens } from '#src/security/tokens'

/** All modules of the API, in the order of the OpenAPI document. */
const modules: ApiModule[] = [
  sessionsModule,
  usersModule,
  knownLoginsModule,
  shopModule,
  booksModule,
  backupsModule,
  downloadsModule,
  productsModule,
  productReportsModule,
  priceChangesModule,
  categoriesModule,
  salesModule,
  returnsModule,
  parkedSalesModule,
  purchasesModule,
  customersModule,
  suppliersModule,
  historiesModule,
  expensesModule,
  expenseCategoriesModule,
  reportsModule,
  changesSinceModule,
  daySheetsModule,
  stockModule,
  reorderModule,
  stockCountsModule,
  importsModule,
  deletedRecordsModule,
  activityModule,
  changesModule,
]

let document: ApiDocument | undefined
function getDocument(): ApiDocument {
  document ??= createDocument([...modules.map(({ describe }) => describe), describeHealth])
  return document
}

export type AppParts = {
  db: PrismaClient
  pool: Pool
  /** Set if lists and reports may come from a standby. */
  standby?: Standby | undefined
  env: HostSettings & Pick<Env, 'STORE_TIME_ZONE'> & Partial<Pick<Env, 'isSeedChosen'>>
  log: Logger
  requestLog: Pick<RequestLog, 'watch'>
  audit: Pick<AuditLog, 'begin'>
  tokens: Tokens
  passwords: Passwords
  devices: Devices
  secondFactorCodes: SecondFactorCodes
  backups: ShopBackups
  shopExport: ShopExport
  readiness: Readiness
  /** The built web app, if there is one. */
  webApp?: WebApp | undefined
  /** Other limits than those of a shop, for tests. */
  changeLimits?: ChangeLimits | undefined
  /** In milliseconds, from a call to the write that its session was seen. */
  activityDelay?: number | undefined
  checkProxy?: ProxyCheck | undefined
  /** The request metrics, if METRICS_PORT is set. */
  metrics?: Pick<Metrics, 'watchRequests'> | undefined
}

export function createApp(parts: AppParts): RequestListener {
  const { db, pool, env, log, requestLog, audit, tokens, passwords, devices } = parts
  const { secondFactorCodes, backups, shopExport, readiness, webApp, checkProxy, metrics } = parts
  const timeZone = env.STORE_TIME_ZONE
  const trustedProxies = env.TRUST_PROXY
  const sendError = createSendError(log)
  const answerList = createListAnswerer({ pool, standby: parts.standby, timeZone })
  const changeBudget = createChangeBudget(parts.changeLimits)
  const activity = createSessionActivity({ pool, trustedProxies, delay: parts.activityDelay })
  const moduleParts = {
    db,
    pool,
    tokens,
    passwords,
    devices,
    secondFactorCodes,
    backups,
    shopExport,
    activity,
    timeZone,
    trustedProxies,
    isSeedChosen: env.isSeedChosen ?? false,
    answerList,
    changeBudget,
  }
  const endpoints = modules.flatMap((module) => module.endpoints(moduleParts))
  const api = createApiRouter({
    endpoints: [...endpoints, documentEndpoint(getDocument)],
    accounts: createAccounts({ pool, tokens, activity }),
    sendError,
    audit,
  })

  const app = createExpress()
  app.use(health(readiness))
  if (webApp) app.use(compression(), webFiles(webApp))
  app.use(notFound)
  app.use(errorHandler(sendError))

  function answer(request: IncomingMessage, response: ServerResponse): void {
    // In front of Express, which would cost more than the call itself (decision 023).
    if (!api(request, response)) app(request, response)
  }

  const watchRequest = metrics?.watchRequests(getDocument())
  const indexHtml = webApp?.indexHtml
  const gateParts = { env, requestLog, sendError, watchRequest, indexHtml, checkProxy }
  return createRequestGate(gateParts, answer)
}
