import { apiRoot } from '@stockie/contracts'
import { startServer } from '@stockie/testkit/server-process'
import { startStockie } from '@stockie/testkit/stockie-server'
import { anchorFile, type Measure } from '#src/bench'
import { compareLoads, compareRates } from '#src/load/load-comparison'

/** A9: the fixed cost of every authenticated call. */
export const sessionVerification: Measure = {
  row: {
    id: 'A9',
    name: 'verify: the fixed cost of every authenticated call, req/s',
    anchor: 'Express + one indexed lookup',
    goal: { atLeast: 0.5 },
    moonshot: { atLeast: 0.9 },
  },
  async run(bench) {
    const { url } = await bench.database('e2e')
    const stockie = await startStockie(bench, url)
    const anchor = await startServer(bench, {
      name: 'Express + pg',
      file: anchorFile('reads/verify.mjs'),
      env: { DATABASE_URL: url },
    })
    const { headers } = stockie
    const measured = await compareLoads(bench, {
      stockie: {
        server: stockie,
        requests: [{ method: 'POST', path: `${apiRoot}/auth/verify`, headers }],
      },
      anchor: {
        server: anchor,
        requests: [{ method: 'POST', path: '/verify', headers: { 'x-user': '1' } }],
      },
    })
    return compareRates(measured)
  },
}
