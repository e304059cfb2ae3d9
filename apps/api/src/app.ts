import {
  apiRoot,
  categories,
  customers,
  expenseCategories,
  expenses,
  products,
  purchases,
  sales,
  suppliers,
} from '@stockie/contracts'
import compression from 'compression'
import express, { Router, type Express } from 'express'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { PrismaClient } from '@/database/generated/client'
import type { Env } from '@/env'
import { authenticate, requireAllowedRole } from '@/http/authenticate'
import { compressAnswers } from '@/http/compress-answers'
import { crudRouter } from '@/http/crud-router'
import { documentRouter } from '@/http/document-router'
import { errorHandler } from '@/http/error-handler'
import { health, type Readiness } from '@/http/health'
import { describeHealth } from '@/http/health.openapi'
import { createLists } from '@/http/lists'
import { noStore } from '@/http/no-store'
import { notFound } from '@/http/not-found'
import { createDocument } from '@/http/openapi/document'
import type { WebApp } from '@/http/read-web-app'
import { requestLog } from '@/http/request-log'
import { requireJson } from '@/http/require-json'
import { revalidate } from '@/http/revalidate'
import { securityHeaders } from '@/http/security-headers'
import { webFiles } from '@/http/web-files'
import { describeCategories } from '@/modules/categories/categories.openapi'
import { createCategories } from '@/modules/categories/categories.service'
import { describeCustomers } from '@/modules/customers/customers.openapi'
import { createCustomers } from '@/modules/customers/customers.service'
import { describeDeleted } from '@/modules/deleted/deleted.openapi'
import { deletedRoutes } from '@/modules/deleted/deleted.routes'
import { describeExpenseCategories } from '@/modules/expense-categories/expense-categories.openapi'
import { createExpenseCategories } from '@/modules/expense-categories/expense-categories.service'
import { describeExpenses } from '@/modules/expenses/expenses.openapi'
import { createExpenses } from '@/modules/expenses/expenses.service'
import { describeProductReports } from '@/modules/products/product-reports.openapi'
import { productReports } from '@/modules/products/product-reports.routes'
import { describeProducts } from '@/modules/products/products.openapi'
import { createProducts } from '@/modules/products/products.service'
import { describePurchases } from '@/modules/purchases/purchases.openapi'
import { createPurchases } from '@/modules/purchases/purchases.service'
import { describeReports } from '@/modules/reports/reports.openapi'
import { reportRoutes } from '@/modules/reports/reports.routes'
import { describeSales } from '@/modules/sales/sales.openapi'
import { createSales } from '@/modules/sales/sales.service'
import { describeSessions } from '@/modules/sessions/sessions.openapi'
import { sessionRoutes } from '@/modules/sessions/sessions.routes'
import { createSessions } from '@/modules/sessions/sessions.service'
import { describeStock } from '@/modules/stock/stock.openapi'
import { stockRoutes } from '@/modules/stock/stock.routes'
import { describeSuppliers } from '@/modules/suppliers/suppliers.openapi'
import { createSuppliers } from '@/modules/suppliers/suppliers.service'
import type { Passwords } from '@/security/passwords'
import type { Tokens } from '@/security/tokens'

export type AppParts = {
  db: PrismaClient
  pool: Pool
  env: Pick<Env, 'TRUST_PROXY' | 'STORE_TIME_ZONE'>
  log: Logger
  tokens: Tokens
  passwords: Passwords
  readiness: Readiness
  /** The built web app, where there is one. */
  webApp?: WebApp | undefined
}

/** A sale of 1,000 lines and a bulk of 10,000 ids fit well. */
const bodyLimit = '512kb'

/** Every part of the API says here what it offers. */
const document = createDocument([
  describeSessions,
  describeProducts,
  describeProductReports,
  describeCategories,
  describeSales,
  describePurchases,
  describeCustomers,
  describeSuppliers,
  describeExpenses,
  describeExpenseCategories,
  describeReports,
  describeStock,
  describeDeleted,
  describeHealth,
])

export function createApp(parts: AppParts): Express {
  const { db, pool, env, log, tokens, passwords, readiness, webApp } = parts
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', env.TRUST_PROXY)

  app.use(requestLog(log))
  app.use(securityHeaders(webApp?.indexHtml))
  app.use(health(readiness))

  const signedIn = authenticate({ pool, tokens })
  const allowed = [signedIn, requireAllowedRole]
  const sessions = createSessions({ pool, passwords, tokens })
  const lists = createLists({ pool, timeZone: env.STORE_TIME_ZONE })

  const api = Router()
  api.use(
    compressAnswers,
    revalidate,
    requireJson,
    express.json({ limit: bodyLimit, strict: false }),
  )
  api.get('/openapi.json', (_request, response) => response.json(document))
  api.use('/auth', noStore, sessionRoutes(sessions, signedIn))
  api.use('/customers', allowed, crudRouter(customers, createCustomers({ db, pool }), lists))
  api.use('/suppliers', allowed, crudRouter(suppliers, createSuppliers({ db, pool }), lists))
  api.use('/categories', allowed, crudRouter(categories, createCategories({ db, pool }), lists))
  api.use(
    '/expense-categories',
    allowed,
    crudRouter(expenseCategories, createExpenseCategories({ db, pool }), lists),
  )
  api.use(
    '/expenses',
    allowed,
    crudRouter(expenses, createExpenses({ db, pool, timeZone: env.STORE_TIME_ZONE }), lists),
  )
  // Before '/products/:id', which would otherwise take "summary" for an id.
  api.use(
    '/products',
    allowed,
    productReports(lists),
    crudRouter(products, createProducts({ db, pool }), lists),
  )
  api.use('/sales', allowed, documentRouter(sales, createSales({ pool }), lists))
  api.use('/purchases', allowed, documentRouter(purchases, createPurchases({ pool }), lists))
  api.use('/reports', allowed, reportRoutes({ lists, timeZone: env.STORE_TIME_ZONE }))
  api.use('/stock', allowed, stockRoutes(pool))
  api.use('/deleted', allowed, deletedRoutes(lists))
  api.use(notFound)
  app.use(apiRoot, api)

  if (webApp) app.use(compression(), webFiles(webApp))
  app.use(notFound)
  app.use(errorHandler)
  return app
}
