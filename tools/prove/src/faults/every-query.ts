import { breakAtEveryQuery } from '@stockie/api/test/write-atomicity'
import { call } from '@stockie/api/test/http-clients'
import { openDatabaseProxy } from '@stockie/api/test/database/database-proxy'
import { openTestShop } from '@stockie/api/test/test-shop'
import { writes, type Write } from '@stockie/api/test/write-cases'
import { apiRoot } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import pg from 'pg'
import type { Fault } from '#src/fault'
import { findBrokenInvariants } from '#src/judge/judge'
import { startApi } from '#src/api-process'

/** How many of the writes the short form plays: npm test has played them all against an app of its own. */
const few = 3

/** What is not all or nothing is told as such, and is none of the table's kinds. */
const nothing = {
  lost: [],
  doubled: [],
  uncounted: ['lost', 'doubled'] as const,
  longest: {},
}

/** The connection to PostgreSQL broken before and after the n-th query, for every n of every write route. */
export const everyQuery: Fault = {
  name: 'every-query',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const shop = await ground.openShop()
    const line = await openDatabaseProxy(shop.url)
    ground.onEnd(line.cut)
    const api = await startApi(ground, { url: line.url })
    const pool = new pg.Pool({ connectionString: shop.url, max: 2 })
    ground.onEnd(() => pool.end())
    const [, token = ''] = api.headers.authorization.split(' ')
    const testShop = await openTestShop({ pool, tokens: { sign: () => token } })
    const tried = { pool, line, call: callAt(api) }
    return async ({ random }) => {
      const found = { acknowledged: 0, unkept: [] as string[] }
      for (const write of ground.long ? writes : choose(random)) {
        ground.progress(`${write.method} ${write.path} ${write.variant}`)
        const { wrong, acknowledged } = await breakAtEveryQuery({
          api: tried,
          shop: testShop,
          write,
        })
        found.acknowledged += acknowledged
        found.unkept.push(...wrong)
      }
      return { ...nothing, ...found, broken: await findBrokenInvariants(shop) }
    }
  },
}

function callAt({ origin }: { origin: string }): typeof call {
  return (path, options) => call(`${origin}${apiRoot}${path}`, options)
}

function choose(random: Random): Write[] {
  return Array.from({ length: few }, () => writes[random.int(0, writes.length - 1)]).flatMap(
    (write) => write ?? [],
  )
}
