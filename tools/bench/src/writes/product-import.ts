import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, type ImportJob, importJob } from '@stockie/contracts'
import { withinAMinute } from '@stockie/testkit/polling'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie, type Stockie } from '@stockie/testkit/stockie-server'
import pg from 'pg'
import { assertSameAnswers } from '#src/answers'
import type { Bench, Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'

const rowCount = 10_000
const categoryId = 1

type NewProduct = { name: string; code: string; cost: number; price: number; stock: number }

const newProducts = Array.from({ length: rowCount }, (_, index): NewProduct => {
  const cost = 1 + (index % 90)
  const name = `Imported product ${index}`
  return { name, code: `bench-${index}`, cost, price: 2 * cost, stock: 1 + (index % 50) }
})

/** Milliseconds of each step. */
type Steps = { upload: number; preview: number; commit: number }

/** H6: the import also reads a file, compares it with the shop, and notes what it did for an undo. */
export const productImport: Measure = {
  row: {
    id: 'H6',
    name: `import of ${rowCount.toLocaleString('en')} products: upload, preview and commit`,
    anchor: 'insert … select from unnest, of the products and of their stock, same settings',
    goal: { atMost: 2.5 },
    moonshot: { atMost: 1.5 },
  },
  async run(bench) {
    bench.progress('warming up')
    const [imported, inserted] = [await importProducts(bench), await insertProducts(bench)]
    assertSameAnswers('the imported products', imported.stored, inserted.stored)
    const steps: Steps[] = []
    const found = await inRounds(bench, {
      stockie: async () => {
        const { upload, preview, commit } = (await importProducts(bench)).steps
        steps.push({ upload, preview, commit })
        return upload + preview + commit
      },
      anchor: async () => (await insertProducts(bench)).time,
    })
    const formatStep = (name: keyof Steps) =>
      `${median(steps.map((step) => step[name])).toFixed(0)} ms ${name}`
    return {
      rounds: ratios(found.stockie, found.anchor),
      noisy: isUnsteady(found.anchor),
      shown: [
        `${median(found.stockie).toFixed(0)} ms by Stockie, ${median(found.anchor).toFixed(0)} ms of the inserts`,
        `${formatStep('upload')}, ${formatStep('preview')}, ${formatStep('commit')}`,
      ],
    }
  },
}

/** Imports the products into a new shop, with the requests of the web app. */
async function importProducts(bench: Bench): Promise<{ steps: Steps; stored: NewProduct[] }> {
  const database = await bench.database('e2e')
  const stockie = await startStockie(bench, database.url)
  const file = formatFile(await readCategory(database))
  const request = createRequester(stockie)

  const began = performance.now()
  const job = await request('POST', '?resource=products&fileName=products.csv', {
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID() },
    body: file,
  })
  const uploaded = performance.now()
  const { counts, version } = await request('PUT', `/${job.id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mapping: job.mapping, options: job.options }),
  })
  if (counts?.new !== rowCount) throw new Error(`The preview counts ${JSON.stringify(counts)}.`)
  const previewed = performance.now()
  await request('POST', `/${job.id}/commit`, {
    headers: { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` },
  })
  await withinAMinute('the import ends', waitForEnd(request, job.id))
  const steps = {
    upload: uploaded - began,
    preview: previewed - uploaded,
    commit: performance.now() - previewed,
  }
  await stockie.stop()
  return { steps, stored: await readStored(database) }
}

type Options = { headers?: Record<string, string>; body?: string }
type Requester = (method: string, path: string, options?: Options) => Promise<ImportJob>

function createRequester({ origin, headers }: Stockie): Requester {
  return async (method, path, options = {}) => {
    const response = await fetch(`${origin}${apiRoot}/imports${path}`, {
      ...options,
      method,
      headers: { ...headers, ...options.headers },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return importJob.parse(await response.json())
  }
}

/** The web app asks once a second, which would only add a random part of a second. */
async function waitForEnd(request: Requester, id: number): Promise<void> {
  for (;;) {
    const { state, error } = await request('GET', `/${id}`)
    if (state === 'committed') return
    if (state !== 'committing') throw new Error(`The import is ${state}: ${error}`)
    await wait(20)
  }
}

function formatFile(category: string): string {
  const lines = newProducts.map(({ name, code, cost, price, stock }) =>
    [name, code, category, cost, price, stock].join(','),
  )
  return `Product Name,Code,Category,Cost,Price,Stock\r\n${lines.join('\r\n')}\r\n`
}

async function insertProducts(bench: Bench): Promise<{ time: number; stored: NewProduct[] }> {
  const database = await bench.database('e2e')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const column = (name: keyof NewProduct) => newProducts.map((product) => product[name])
  const began = performance.now()
  // The settings of Stockie's import too: without them, the triggers read whole tables.
  await client.query(
    `begin; set local stockie.folds = 'off'; set local enable_seqscan = off; discard plans`,
  )
  await client.query(
    `insert into products (name, code, cost, price, category_id)
      select name, code, cost, price, $5
      from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as new (name, code, cost, price)`,
    [column('name'), column('code'), column('cost'), column('price'), categoryId],
  )
  await client.query(
    `insert into stock_movements (product_id, delta, reason, user_id)
      select id, new.stock, 'opening', 1
      from unnest($1::text[], $2::int[]) as new (code, stock) join products using (code) order by id`,
    [column('code'), column('stock')],
  )
  await client.query('commit')
  const time = performance.now() - began
  await client.end()
  return { time, stored: await readStored(database) }
}

async function readCategory({ query }: ShopDatabase): Promise<string> {
  const [category] = await query<{ name: string }>('select name from categories where id = $1', [
    categoryId,
  ])
  if (!category) throw new Error('The shop has no categories.')
  return category.name
}

function readStored({ query }: ShopDatabase): Promise<NewProduct[]> {
  return query(
    `select products.name, code, cost, price, stock from products
      where code like 'bench-%' and category_id = $1 order by products.id`,
    [categoryId],
  )
}
