import { activity, apiRoot } from '@stockie/contracts'
import { startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { startStockie } from '@stockie/testkit/stockie-server'
import { assertSameAnswers, readJson } from '#src/answers'
import { anchorFile, type Measure } from '#src/bench'
import { inRounds } from '#src/rounds'
import { isUnsteady, ratios } from '#src/scoring'
import { describeLatencies, measureReadLatency } from './cost-of-reads'
import { touchProduct } from './small-writes'

const path = `${apiRoot}/${activity.path}?pageSize=50`

/** H4: Stockie also looks up who did it, and what each record is called now. */
export const activityList: Measure = {
  row: {
    id: 'H4',
    name: 'first page of the activity after each write, 100,000 sales, latency',
    anchor: 'node:http + pg, only the newest rows by index',
    goal: { atMost: 4 },
    moonshot: { atMost: 2.5 },
  },
  async run(bench) {
    const database = await bench.database('100k')
    bench.progress('moving all recordings a day back')
    await moveRecordings(database)
    const stockie = await startStockie(bench, database.url)
    const bare = await startServer(bench, {
      name: 'node:http + pg',
      file: anchorFile('reads/bare.mjs'),
      env: { DATABASE_URL: database.url },
    })
    const { headers } = stockie
    // Each write posts an activity, so the list changes.
    const plan = { path, headers, times: bench.quick ? 30 : 100, write: touchProduct(database) }
    const before = await readIds(stockie, headers)
    await plan.write()
    const after = await readIds(stockie, headers)
    if (after[0] === before[0]) throw new Error('The write did not change the activity.')
    assertSameAnswers('the ids of the activity', after, await readIds(bare, headers))

    const measure = {
      stockie: () => measureReadLatency(bench, { server: stockie, ...plan }),
      anchor: () => measureReadLatency(bench, { server: bare, ...plan }),
    }
    bench.progress('warming up')
    await measure.stockie()
    await measure.anchor()
    const measured = await inRounds(bench, measure)
    return {
      rounds: ratios(measured.stockie, measured.anchor),
      noisy: isUnsteady(measured.anchor),
      shown: [describeLatencies({ Stockie: measured.stockie, anchor: measured.anchor })],
    }
  },
}

async function readIds(
  server: { origin: string },
  headers: Record<string, string>,
): Promise<number[]> {
  const rows = (await readJson(server, { path, headers })) as { id: number }[]
  return rows.map(({ id }) => id)
}

/** The seed records the last sales later today, and they would hide each write. Without the triggers, as nothing else changes. */
async function moveRecordings({ query }: ShopDatabase): Promise<void> {
  await query('set session_replication_role = replica')
  for (const table of ['sales', 'purchases']) {
    await query(`update ${table} set created_at = created_at - interval '1 day'`)
  }
  await query('set session_replication_role = default')
  for (const table of ['sales', 'purchases']) await query(`vacuum (analyze) ${table}`)
}
