import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { Stockie } from '@stockie/testkit/stockie-server'
import { readJson } from '#src/answers'
import { anchorFile, type Bench, type Measure } from '#src/bench'
import { runLoad } from '#src/load/load'
import { compareLoads, compareRates } from '#src/load/load-comparison'
import { paths } from './report-paths'
import { startReaders } from './shop-servers'
import { touchProduct } from './small-writes'

const checks = 10

/** Checks that Stockie's cache shows a write of another process in the next answer. */
async function assertWritesShow(stockie: Stockie, database: ShopDatabase): Promise<void> {
  const request = { path: paths.products, headers: stockie.headers }
  const touch = touchProduct(database)
  for (let index = 0; index < checks; index += 1) {
    await touch()
    const [written] = await database.query('select price from products where id = 1')
    const products = (await readJson(stockie, request)) as { price: number }[]
    if (products[0]?.price !== written?.price)
      throw new Error('Stockie answered with data from before the last write.')
  }
}

/** A5: the full body, for clients without a cache. The rate of 304 answers is shown below the table. */
export const unchangedProducts: Measure = {
  row: {
    id: 'A5',
    name: 'GET 10,000 products, unchanged, req/s',
    anchor: 'node:http sending a static Buffer of the same bytes',
    goal: { atLeast: 0.6 },
    moonshot: { atLeast: 0.6 },
  },
  async run(bench) {
    const { database, stockie, ordinary } = await startReaders(bench, '100k')
    await assertWritesShow(stockie, database)
    const { etag, file } = await saveAnswer(bench, stockie)
    const anchor = await startServer(bench, {
      name: 'a static Buffer',
      file: anchorFile('reads/static.mjs'),
      env: { BODY_FILE: file },
    })
    const request = { path: paths.products }
    const { headers } = stockie
    const measured = await compareLoads(bench, {
      stockie: { server: stockie, requests: [{ ...request, headers }] },
      anchor: { server: anchor, requests: [request] },
      ordinary: { server: ordinary, requests: [request] },
    })
    bench.progress('conditional requests')
    const { perSecond } = await runLoad(bench, stockie, {
      connections: 10,
      seconds: bench.seconds,
      requests: [{ ...request, headers: { ...headers, 'if-none-match': etag }, status: 304 }],
    })
    const outcome = compareRates(measured)
    const unchanged = `stockie ${Math.round(perSecond)} req/s answered with 304`
    return { ...outcome, shown: [...outcome.shown, unchanged] }
  },
}

async function saveAnswer(bench: Bench, { origin, headers }: Stockie) {
  const response = await fetch(`${origin}${paths.products}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const file = path.join(bench.folder, 'products.json')
  await writeFile(file, await response.text())
  return { etag: response.headers.get('etag') ?? '', file }
}
