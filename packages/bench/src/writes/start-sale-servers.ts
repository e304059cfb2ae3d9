import path from 'node:path'
import { anchorFile } from '#src/anchor-file'
import type { Bench, Database } from '#src/bench'
import type { Load, LoadRequest } from '#src/load/plan'
import { load } from '#src/load'
import { mustAnswerTheSame } from '#src/must-answer-the-same'
import { readJson } from '#src/read-json'
import { startServer, type Server } from '#src/start-server'
import { startStockie } from '#src/start-stockie'
import { overhearSale } from './overhear-sale'
import { readSale } from './read-sale'
import { createRequests, type SaleOptions } from './sale-requests'
import { today } from './today'

type SaleServer = { server: Server; plan: Load }

type Options = {
  anchor: { name: string; file: string }
  sold: Pick<SaleOptions, 'products' | 'customers'>
  /** Where the servers find a database: straight, or by a detour. */
  addressOf?: (database: Database) => Promise<string>
}

const connections = 16
const module = path.join(import.meta.dirname, 'sale-requests.ts')

/** Stockie and an anchor that both record sales, each in a shop of its own that is like the other's. */
export async function startSaleServers(
  bench: Bench,
  { anchor, sold, addressOf = async ({ url }) => url }: Options,
): Promise<{ stockie: SaleServer; anchor: SaleServer; statement: string }> {
  const options = { day: today, ...sold }
  const first = createRequests({ ...options, products: 3, customers: 1, headers: {} })(0)
  const statement = await overhearSale(bench, first)
  const shops = { stockie: await bench.database('100k'), anchor: await bench.database('100k') }
  const stockie = await startStockie(bench, await addressOf(shops.stockie))
  const other = await startServer(bench, {
    name: anchor.name,
    file: anchorFile(anchor.file),
    env: {
      DATABASE_URL: await addressOf(shops.anchor),
      STATEMENT: statement,
      TOKEN_VERSION: await readTokenVersion(shops.anchor),
    },
  })

  const signed = (sale: LoadRequest) => ({
    ...sale,
    headers: { ...sale.headers, ...stockie.headers },
  })
  mustAnswerTheSame('a sale', await readJson(stockie, signed(first)), await readJson(other, first))
  mustAnswerTheSame(
    'the rows of a sale',
    await readSale(shops.stockie),
    await readSale(shops.anchor),
  )
  const plan = (headers: Record<string, string>): Load => ({
    connections,
    seconds: bench.seconds,
    requests: { module, options: { ...options, headers } satisfies SaleOptions },
  })
  const sides = {
    stockie: { server: stockie, plan: plan(stockie.headers) },
    anchor: { server: other, plan: plan({}) },
  }
  bench.progress('warming up')
  for (const { server, plan: whole } of Object.values(sides)) {
    await load(bench, server, { ...whole, seconds: 2 })
  }
  return { ...sides, statement }
}

/** Of the account that the anchor records for: the statement asks for it. */
async function readTokenVersion({ query }: Database): Promise<string> {
  const [row] = await query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  return String(row?.version)
}
