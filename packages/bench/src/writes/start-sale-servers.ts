import path from 'node:path'
import type { Database } from '@stockie/stage/database'
import { startServer, type Server } from '@stockie/stage/start-server'
import { startStockie } from '@stockie/stage/start-stockie'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'
import { load } from '#src/load'
import type { Load } from '#src/load/plan'
import { mustAnswerTheSame } from '#src/must-answer-the-same'
import { readJson } from '#src/read-json'
import { overhearSale } from './overhear-sale'
import { readSale } from './read-sale'
import { createRequests, type SaleOptions } from './sale-requests'
import { today } from './today'

type SaleServer = { server: Server; plan: Load }

type Options<Side extends string> = {
  anchors: Record<Side, { name: string; file: string }>
  sold: Pick<SaleOptions, 'products' | 'customers'>
  /** Where the servers find a database: straight, or by a detour. */
  addressOf?: (database: Database) => Promise<string>
}

const connections = 16
const module = path.join(import.meta.dirname, 'sale-requests.ts')

/** Stockie and others that all record sales, each in a shop of its own that is like the others'. */
export async function startSaleServers<Side extends string>(
  bench: Bench,
  { anchors, sold, addressOf = async ({ url }) => url }: Options<Side>,
): Promise<{ sides: Record<Side | 'stockie', SaleServer>; statement: string }> {
  const options = { day: today, ...sold }
  const first = createRequests({ ...options, products: 3, customers: 1, headers: {} })(0)
  const statement = await overhearSale(bench, first)
  const plan = (headers: Record<string, string>): Load => ({
    connections,
    seconds: bench.seconds,
    requests: { module, options: { ...options, headers } satisfies SaleOptions },
  })

  const shop = await bench.database('100k')
  const stockie = await startStockie(bench, await addressOf(shop))
  const headers = { ...first.headers, ...stockie.headers }
  const answer = await readJson(stockie, { ...first, headers })
  const rows = await readSale(shop)

  async function startAnchor({ name, file }: { name: string; file: string }): Promise<SaleServer> {
    const its = await bench.database('100k')
    const server = await startServer(bench, {
      name,
      file: anchorFile(file),
      env: {
        DATABASE_URL: await addressOf(its),
        STATEMENT: statement,
        TOKEN_VERSION: await readTokenVersion(its),
      },
    })
    mustAnswerTheSame('a sale', answer, await readJson(server, first))
    mustAnswerTheSame('the rows of a sale', rows, await readSale(its))
    return { server, plan: plan({}) }
  }
  const sides: Record<string, SaleServer> = {
    stockie: { server: stockie, plan: plan(stockie.headers) },
  }
  for (const [side, anchor] of Object.entries<Options<Side>['anchors'][Side]>(anchors)) {
    sides[side] = await startAnchor(anchor)
  }
  bench.progress('warming up')
  for (const { server, plan: whole } of Object.values(sides)) {
    await load(bench, server, { ...whole, seconds: 2 })
  }
  return { sides, statement }
}

/** Of the account that an anchor records for: the statement asks for it. */
async function readTokenVersion({ query }: Database): Promise<string> {
  const [row] = await query<{ version: number }>(
    'select token_version as version from users where id = 1',
  )
  return String(row?.version)
}
