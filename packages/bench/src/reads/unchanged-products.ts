import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startServer } from '@stockie/stage/start-server'
import type { Stockie } from '@stockie/stage/start-stockie'
import { anchorFile } from '#src/anchor-file'
import type { Bench } from '#src/bench'
import { compareLoads } from '#src/compare-loads'
import { load } from '#src/load'
import { rateOutcome } from '#src/rate-outcome'
import type { Measure } from '#src/row'
import { mustShowWrites } from './must-show-writes'
import { paths } from './paths'
import { startReaders } from './start-readers'

/** A5: all bytes, to callers that keep none of them; what callers that do are told is shown beside. */
export const unchangedProducts: Measure = {
  row: {
    id: 'A5',
    name: 'GET 10,000 products, unchanged, req/s',
    anchor: 'node:http sending a static Buffer of the same bytes',
    goal: { atLeast: 0.35 },
    moonshot: { atLeast: 0.6 },
  },
  async run(bench) {
    const { database, stockie, ordinary } = await startReaders(bench, '100k')
    await mustShowWrites(stockie, database)
    const { etag, file } = await keepAnswer(bench, stockie)
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
    bench.progress('asking what has changed')
    const { perSecond } = await load(bench, stockie, {
      connections: 10,
      seconds: bench.seconds,
      requests: [{ ...request, headers: { ...headers, 'if-none-match': etag }, status: 304 }],
    })
    const outcome = rateOutcome(measured)
    const unchanged = `stockie ${Math.round(perSecond)} req/s of callers that have them: 304`
    return { ...outcome, shown: [...outcome.shown, unchanged] }
  },
}

async function keepAnswer(bench: Bench, { origin, headers }: Stockie) {
  const response = await fetch(`${origin}${paths.products}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const file = path.join(bench.folder, 'products.json')
  await writeFile(file, await response.text())
  return { etag: response.headers.get('etag') ?? '', file }
}
