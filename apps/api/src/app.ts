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
import type { PrismaClient } from '#src/database/generated/client'
import type { Env } from '#src/env'
import { createCallers, requireAccount } from '#src/http/authentication'
import { createDocumentEndpoints } from '#src/http/document-endpoints'
import { createFastRouter } from '#src/http/fast-router'
import { describeHealth, health, type Readiness } from '#src/http/health'
import { createListEndpoints, listOf } from '#src/http/list-endpoints'
import type { Metrics } from '#src/http/metrics/metrics'
import { createDocument } from '#src/http/openapi/document'
import { createFail, errorHandler, notFound, rejectOptionsMethod } from '#src/http/problem'
import { addRemovalRoutes, crudRouter } from '#src/http/record-routes'
import { assertRequestTarget, readAddress } from '#src/http/request-address'
import { parseErrorStatus, requestLog } from '#src/http/request-log'
import { createJsonBody, sendBody } from '#src/http/response-body'
import { securityHeaders } from '#src/http/security-headers'
import { type WebApp, webFiles } from '#src/http/static-files'
import { createCategories, describeCategories } from '#src/modules/categories'
import { createCustomers, describeCustomers } from '#src/modules/customers'
import { deletedReads, describeDeleted } from '#src/modules/deleted-records'
import { createExpenseCategories, describeExpenseCategories } from '#src/modules/expense-categories'
import { createExpenses, describeExpenses } from '#src/modules/expenses'
import { describeProductReports, productReports } from '#src/modules/products/product-reports'
import { createProducts, describeProducts } from '#src/modules/products/products'
import { createPurchases, describePurchases } from '#src/modules/purchases'
import { describeReports, reportReads } from '#src/modules/reports'
import { createSales, describeSales } from '#src/modules/sales'
import {
  describeSessions,
  logoutCall,
  sessionRoutes,
  verifyCall,
} from '#src/modules/sessions/sessions.routes'
import { createSessions } from '#src/modules/sessions/sessions.service'
import { describeStock, stockRoutes } from '#src/modules/stock'
import { createSuppliers, describeSuppliers } from '#src/modules/suppliers'
import type { Passwords } from '#src/security/passwords'
import type { Tokens } from '#src/security/tokens'

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
  const toCall = createListEndpoints({ pool, callers, timeZone })
  const toRecording = createDocumentEndpoints(callers)
  const calls = [
    toRecording(sales, saleService),
    toRecording(purchases, purchaseService),
    verifyCall(callers),
    logoutCall(callers, sessions),
    ...reads.map(toCall),
  ]
  const front = createFastRouter(calls, fail)

  const api = Router()
  const signedIn = requireAccount(callers)
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
  app.use(rejectOptionsMethod)
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
      const unreadable = parseErrorStatus.get(request)
      if (unreadable !== undefined) {
        response.writeHead(unreadable).end()
        return
      }
      assertRequestTarget(request)
      if (!front(request, response)) app(request, response)
    } catch (error) {
      // Thrown in an event, it would end the whole program.
      fail(error, request, response)
    }
  }
}
