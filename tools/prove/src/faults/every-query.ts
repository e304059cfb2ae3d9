import { breakAtEveryQuery } from '@stockie/api/test/writes/write-atomicity'
import { daySheetWriteCases } from '@stockie/api/test/writes/day-sheet-write-cases'
import { call } from '@stockie/api/test/http-clients'
import { openDatabaseProxy } from '@stockie/api/test/database/database-proxy'
import { ownerWriteCases } from '@stockie/api/test/writes/owner-write-cases'
import { openTestShop } from '@stockie/api/test/test-shop'
import { parkedSaleWriteCases } from '@stockie/api/test/writes/parked-sale-write-cases'
import { returnWriteCases } from '@stockie/api/test/writes/return-write-cases'
import { stockCountWriteCases } from '@stockie/api/test/writes/stock-count-write-cases'
import { writeCases, type WriteCase } from '@stockie/api/test/writes/write-cases'
import { apiRoot } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import pg from 'pg'
import type { Fault } from '#src/fault'
import { findBrokenInvariants } from '#src/judge/judge'
import { startApi } from '#src/api-process'

const allWrites = [
  ...writeCases,
  ...parkedSaleWriteCases,
  ...returnWriteCases,
  ...daySheetWriteCases,
  ...stockCountWriteCases,
  ...ownerWriteCases,
]

/** Writes of the short form. npm test breaks every write in an app of its own process, and one at random in a real one. */
const shortWrites = 1

/** A write that is not atomic is reported as a broken promise, so the fault counts nothing as lost or doubled. */
const noFindings = {
  lost: [],
  doubled: [],
  uncounted: ['lost', 'doubled'] as const,
  longest: {},
}

/** Breaks the connection to PostgreSQL before and after the n-th query, for every n of every write route. */
export const everyQuery: Fault = {
  name: 'every-query',
  rounds: { short: 1, long: 1 },
  async open(context) {
    const shop = await context.openShop()
    const proxy = await openDatabaseProxy(shop.url)
    context.onEnd(proxy.disconnect)
    const api = await startApi(context, { url: proxy.url })
    const pool = new pg.Pool({ connectionString: shop.url, max: 2 })
    context.onEnd(() => pool.end())
    const [, token = ''] = api.headers.authorization.split(' ')
    const testShop = await openTestShop({ pool, tokens: { sign: () => token } })
    const testedApi = { pool, databaseProxy: proxy, call: createCall(api) }
    return async ({ random }) => {
      const found = { acknowledged: 0, brokenPromises: [] as string[] }
      for (const write of context.long ? allWrites : drawWrites(random)) {
        context.progress(`${write.method} ${write.path} ${write.variant}`)
        const { wrong, acknowledged } = await breakAtEveryQuery({
          api: testedApi,
          shop: testShop,
          write,
        })
        found.acknowledged += acknowledged
        found.brokenPromises.push(...wrong)
      }
      return { ...noFindings, ...found, brokenInvariants: await findBrokenInvariants(shop) }
    }
  },
}

function createCall({ origin }: { origin: string }): typeof call {
  return (path, options) => call(`${origin}${apiRoot}${path}`, options)
}

function drawWrites(random: Random): WriteCase[] {
  return Array.from(
    { length: shortWrites },
    () => allWrites[random.int(0, allWrites.length - 1)],
  ).flatMap((write) => write ?? [])
}
