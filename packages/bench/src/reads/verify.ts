import { apiRoot } from '@stockie/contracts'
import { anchorFile } from '#src/anchor-file'
import { inRounds } from '#src/in-rounds'
import { isUnsteady } from '#src/is-unsteady'
import { measureLoad } from '#src/measure-load'
import { mustAnswerTheSame } from '#src/must-answer-the-same'
import { readJson } from '#src/read-json'
import { ratios } from '#src/ratios'
import type { Measure } from '#src/row'
import { showRates } from '#src/show-rates'
import { startServer } from '#src/start-server'
import { startStockie } from '#src/start-stockie'

/** A9: what every call costs before it does anything of its own. */
export const verify: Measure = {
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
      file: anchorFile('verify.mjs'),
      env: { DATABASE_URL: url },
    })
    const asked = {
      stockie: { method: 'POST', path: `${apiRoot}/auth/verify`, headers: stockie.headers },
      anchor: { method: 'POST', path: '/verify', headers: { 'x-user': '1' } },
    }
    mustAnswerTheSame(
      'verify',
      await readJson(stockie, asked.stockie),
      await readJson(anchor, asked.anchor),
    )
    const { seconds } = bench
    const plan = { connections: 10, seconds }
    const measured = await inRounds(bench, {
      stockie: () => measureLoad(bench, stockie, { ...plan, requests: [asked.stockie] }),
      anchor: () => measureLoad(bench, anchor, { ...plan, requests: [asked.anchor] }),
    })
    const rates = (side: 'stockie' | 'anchor') => measured[side].map(({ perSecond }) => perSecond)
    return {
      rounds: ratios(rates('stockie'), rates('anchor')),
      noisy: isUnsteady(rates('anchor')),
      shown: showRates(measured),
    }
  },
}
