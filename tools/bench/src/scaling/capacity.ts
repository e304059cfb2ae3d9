import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import path from 'node:path'
import type { Stockie } from '@stockie/testkit/stockie-server'
import type { Bench } from '#src/bench'
import { runLoad } from '#src/load/load'
import { postgresCpu } from '#src/postgres-cpu'
import { type SaleOptions, today } from '#src/writes/sale-requests'
import type { RunningShop } from './tills'

const saleModule = path.resolve(import.meta.dirname, '../writes/sale-requests.ts')
const connectionCount = 48

export type Capacity = {
  salesPerSecond: number
  p99: number
  /** Per sale. CPU in milliseconds. */
  node: number
  postgres: number
  growth: Growth
}

/** Per sale of three lines. */
type Growth = { rows: number; bytes: number; walBytes: number }

/** Sends sales as fast as the APIs answer, and measures what a sale costs and how much it adds to the database. */
export async function measureCapacity(
  bench: Bench,
  { apis, shop }: RunningShop,
  { sales, products }: { sales: number; products: number },
): Promise<Capacity> {
  const perApi = Math.floor(sales / apis.length)
  const sell = (amount: number) =>
    Promise.all(
      apis.map((api) => {
        const options: SaleOptions = {
          headers: api.headers,
          day: today,
          products,
          customers: 5_000,
        }
        const connections = connectionCount / apis.length
        const requests = { module: saleModule, options }
        return runLoad(bench, api, { connections, amount, requests })
      }),
    )
  // The first sales of a day create its rows of totals, and fill the caches.
  await sell(Math.ceil(perApi / 5))
  const rowsBefore = await countRows(shop.query)
  const before = await readState(bench, apis, shop)
  const results = await sell(perApi)
  const after = await readState(bench, apis, shop)
  const rows = (await countRows(shop.query)) - rowsBefore
  const count = perApi * apis.length
  const longest = Math.max(...results.map(({ requests, perSecond }) => requests / perSecond))
  const perSale = (figure: keyof typeof after) => (after[figure] - before[figure]) / count
  return {
    salesPerSecond: count / longest,
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    node: perSale('node'),
    postgres: perSale('postgres'),
    growth: { rows: rows / count, bytes: perSale('bytes'), walBytes: perSale('walBytes') },
  }
}

async function readState(bench: Bench, apis: readonly Stockie[], { query }: ShopDatabase) {
  const [size] = await query<{ bytes: number; walBytes: number }>(
    `select pg_database_size(current_database())::float8 as bytes,
            (pg_current_wal_lsn() - '0/0')::float8 as "walBytes"`,
  )
  return {
    node: sum(await Promise.all(apis.map(({ cpu }) => cpu()))),
    postgres: await postgresCpu(bench),
    bytes: size?.bytes ?? 0,
    walBytes: size?.walBytes ?? 0,
  }
}

/** The rows of all tables. */
async function countRows(query: ShopDatabase['query']): Promise<number> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const counts = await Promise.all(
    tables.map(({ name }) =>
      query<{ count: number }>(`select count(*)::int as count from ${name}`),
    ),
  )
  return sum(counts.map(([row]) => row?.count ?? 0))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
