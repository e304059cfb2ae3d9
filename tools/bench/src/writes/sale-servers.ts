import path from 'node:path'
import { type Server, startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import { assertSameAnswers, readJson } from '#src/answers'
import { anchorFile, type Bench } from '#src/bench'
import { runLoad } from '#src/load/load'
import type { Load } from '#src/load/load-request'
import { captureSaleStatement } from './counting-proxy'
import { createRequests, type SaleOptions, today } from './sale-requests'

/** Reads everything that the last sale wrote, except timestamps, and the sums of all posted changes. */
async function readSale({ query }: ShopDatabase): Promise<unknown> {
  return query(`
    with sale as (select * from sales order by id desc limit 1),
      lines as (select * from sale_lines where sale_id = (select id from sale))
    select
      (select to_jsonb(sale) - '{created_at,updated_at}'::text[] from sale) as sale,
      (select json_agg(lines order by id) from lines) as lines,
      (select json_agg(to_jsonb(moved) - 'created_at' order by id) from stock_movements as moved
        where sale_id = (select id from sale)) as movements,
      (select json_agg(to_jsonb(record) - 'created_at') from idempotency_records as record
        where document_id = (select id from sale)) as key,
      (select json_agg(stock order by id) from products
        where id in (select product_id from lines)) as stock,
      (select json_agg(posted order by source) from (
        select source, sum(count) as count, sum(amount) as amount from changes group by source
      ) as posted) as changes`)
}

type SaleServer = { server: Server; plan: Load }

type Options<Side extends string> = {
  anchors: Record<Side, { name: string; file: string }>
  sold: Pick<SaleOptions, 'products' | 'customers'>
  /** The URL of a database for the servers, by default the direct one. */
  getUrl?: (database: ShopDatabase) => Promise<string>
}

const connections = 16
const saleModule = path.join(import.meta.dirname, 'sale-requests.ts')

/**
 * Starts Stockie and the anchors, each with a copy of the same shop, and checks that they record equal sales.
 */
export async function startSaleServers<Side extends string>(
  bench: Bench,
  { anchors, sold, getUrl = async ({ url }) => url }: Options<Side>,
): Promise<{ sides: Record<Side | 'stockie', SaleServer>; statement: string }> {
  const options = { day: today, ...sold }
  const first = createRequests({ ...options, products: 3, customers: 1, headers: {} })(0)
  const statement = await captureSaleStatement(bench, first)
  const plan = (headers: Record<string, string>): Load => ({
    connections,
    seconds: bench.seconds,
    requests: { module: saleModule, options: { ...options, headers } satisfies SaleOptions },
  })

  const shop = await bench.database('100k')
  const stockie = await startStockie(bench, await getUrl(shop))
  const headers = { ...first.headers, ...stockie.headers }
  const answer = await readJson(stockie, { ...first, headers })
  const rows = await readSale(shop)

  async function startAnchor({ name, file }: { name: string; file: string }): Promise<SaleServer> {
    const shopCopy = await bench.database('100k')
    const server = await startServer(bench, {
      name,
      file: anchorFile(file),
      env: {
        DATABASE_URL: await getUrl(shopCopy),
        STATEMENT: statement,
        TOKEN_VERSION: await readTokenVersion(shopCopy),
      },
    })
    assertSameAnswers('a sale', withoutTime(answer), withoutTime(await readJson(server, first)))
    assertSameAnswers('the rows of a sale', rows, await readSale(shopCopy))
    return { server, plan: plan({}) }
  }
  const sides: Record<string, SaleServer> = {
    stockie: { server: stockie, plan: plan(stockie.headers) },
  }
  for (const [side, anchor] of Object.entries<Options<Side>['anchors'][Side]>(anchors)) {
    sides[side] = await startAnchor(anchor)
  }
  bench.progress('warming up')
  for (const { server, plan: salePlan } of Object.values(sides)) {
    await runLoad(bench, server, { ...salePlan, seconds: 2 })
  }
  return { sides, statement }
}

/** The statement checks the token version of the account, so the anchors need it. */
async function readTokenVersion({ query }: ShopDatabase): Promise<string> {
  const [row] = await query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  return String(row?.version)
}

/** Each server records the sale at its own moment. */
function withoutTime(sale: unknown) {
  return { ...Object(sale), createdAt: null }
}
