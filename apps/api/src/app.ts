import type { RequestListener } from 'node:http'
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
import express, { Router } from 'express'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { PrismaClient } from '@/database/generated/client'
import type { Env } from '@/env'
import { askWhoCalls } from '@/http/ask-who-calls'
import { createJsonBody } from '@/http/json-body'
import { createCallers } from '@/http/callers'
import { crudRouter } from '@/http/crud-router'
import { createFail, errorHandler } from '@/http/error-handler'
import { createFront } from '@/http/front'
import { health, type Readiness } from '@/http/health'
import { describeHealth } from '@/http/health.openapi'
import { listOf } from '@/http/list-of'
import type { Metrics } from '@/http/metrics/create-metrics'
import { mustBePlain } from '@/http/must-be-plain'
import { noOptions } from '@/http/no-options'
import { notFound } from '@/http/not-found'
import { createDocument } from '@/http/openapi/document'
import type { WebApp } from '@/http/read-web-app'
import { readAddress } from '@/http/read-address'
import { createReads } from '@/http/reads'
import { createRecordings } from '@/http/recordings'
import { addRemovalRoutes } from '@/http/removal-routes'
import { requestLog } from '@/http/request-log'
import { securityHeaders } from '@/http/security-headers'
import { sendBody } from '@/http/send-body'
import { statusOfUnreadable } from '@/http/status-of-unreadable'
import { webFiles } from '@/http/web-files'
import { describeCategories } from '@/modules/categories/categories.openapi'
import { createCategories } from '@/modules/categories/categories.service'
import { describeCustomers } from '@/modules/customers/customers.openapi'
import { createCustomers } from '@/modules/customers/customers.service'
import { describeDeleted } from '@/modules/deleted/deleted.openapi'
import { deletedReads } from '@/modules/deleted/deleted.reads'
import { describeExpenseCategories } from '@/modules/expense-categories/expense-categories.openapi'
import { createExpenseCategories } from '@/modules/expense-categories/expense-categories.service'
import { describeExpenses } from '@/modules/expenses/expenses.openapi'
import { createExpenses } from '@/modules/expenses/expenses.service'
import { describeProductReports } from '@/modules/products/product-reports.openapi'
import { productReports } from '@/modules/products/product-reports.reads'
import { describeProducts } from '@/modules/products/products.openapi'
import { createProducts } from '@/modules/products/products.service'
import { describePurchases } from '@/modules/purchases/purchases.openapi'
import { createPurchases } from '@/modules/purchases/purchases.service'
import { describeReports } from '@/modules/reports/reports.openapi'
import { reportReads } from '@/modules/reports/reports.reads'
import { describeSales } from '@/modules/sales/sales.openapi'
import { createSales } from '@/modules/sales/sales.service'
import { logoutCall } from '@/modules/sessions/logout-call'
import { describeSessions } from '@/modules/sessions/sessions.openapi'
import { sessionRoutes } from '@/modules/sessions/sessions.routes'
import { createSessions } from '@/modules/sessions/sessions.service'
import { verifyCall } from '@/modules/sessions/verify-call'
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
  /** Who counts the requests, where somebody does. */
  metrics?: Pick<Metrics, 'watchRequests'> | undefined
}

/** Every part of the API says here what it offers. */
const descriptions = [
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
]
const document = createDocument(descriptions)
const documentBody = createJsonBody(JSON.stringify(document))

export function createApp(parts: AppParts): RequestListener {
  const { db, pool, env, log, tokens, passwords, readiness, webApp, metrics } = parts
  const timeZone = env.STORE_TIME_ZONE
  const customerService = createCustomers({ db, pool })
  const supplierService = createSuppliers({ db, pool })
  const categoryService = createCategories({ db, pool })
  const expenseCategoryService = createExpenseCategories({ db, pool })
  const expenseService = createExpenses({ db, pool, timeZone })
  const productService = createProducts({ db, pool })
  const saleService = createSales({ pool })
  const purchaseService = createPurchases({ pool })

  const fail = createFail(log)
  const callers = createCallers({ pool, tokens })
  const sessions = createSessions({ pool, passwords, tokens })
  const reads = [
    listOf(customers, customerService),
    listOf(suppliers, supplierService),
    listOf(categories, categoryService),
    listOf(expenseCategories, expenseCategoryService),
    listOf(expenses, expenseService),
    listOf(products, productService),
    listOf(sales, saleService),
    listOf(purchases, purchaseService),
    ...productReports,
    ...reportReads({ timeZone }),
    ...deletedReads,
  ]
  const toCall = createReads({ pool, callers, timeZone })
  const toRecording = createRecordings(callers)
  const calls = [
    toRecording(sales, saleService),
    toRecording(purchases, purchaseService),
    verifyCall(callers),
    logoutCall(callers, sessions),
    ...reads.map(toCall),
  ]
  const front = createFront(calls, fail)

  const api = Router()
  const signedIn = askWhoCalls(callers)
  api.use('/sales', signedIn, addRemovalRoutes(Router(), saleService))
  api.use('/purchases', signedIn, addRemovalRoutes(Router(), purchaseService))
  api.get('/openapi.json', (request, response) => sendBody(request, response, documentBody))
  api.use('/auth', sessionRoutes(sessions, signedIn, env.TRUST_PROXY))
  api.use('/customers', signedIn, crudRouter(customers, customerService))
  api.use('/suppliers', signedIn, crudRouter(suppliers, supplierService))
  api.use('/categories', signedIn, crudRouter(categories, categoryService))
  api.use('/expense-categories', signedIn, crudRouter(expenseCategories, expenseCategoryService))
  api.use('/expenses', signedIn, crudRouter(expenses, expenseService))
  api.use('/products', signedIn, crudRouter(products, productService))
  api.use('/stock', signedIn, stockRoutes(pool))
  api.use(notFound)

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // The API's headers go by its address, to the letter.
  app.enable('case sensitive routing')
  app.use(noOptions)
  app.use(apiRoot, api)
  app.use(health(readiness))
  if (webApp) app.use(compression(), webFiles(webApp))
  app.use(notFound)
  app.use(errorHandler(fail))

  const logRequest = requestLog(log, env.TRUST_PROXY)
  const watchRequest = metrics?.watchRequests(document)
  const secure = securityHeaders({
    indexHtml: webApp?.indexHtml,
    trustedProxies: env.TRUST_PROXY,
  })
  return (request, response) => {
    try {
      request.url = readAddress(request.url) ?? ''
      logRequest(request, response)
      watchRequest?.(request, response)
      secure(request, response)
      const unreadable = statusOfUnreadable.get(request)
      if (unreadable !== undefined) {
        response.writeHead(unreadable).end()
        return
      }
      mustBePlain(request)
      if (!front(request, response)) app(request, response)
    } catch (error) {
      // Thrown in an event, it would end the whole program.
      fail(error, request, response)
    }
  }
}
