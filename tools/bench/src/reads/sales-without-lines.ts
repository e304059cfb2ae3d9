import { brotliCompressSync } from 'node:zlib'
import { startStockie } from '@stockie/testkit/stockie-server'
import { assertSameAnswers } from '#src/answers'
import type { Measure } from '#src/bench'
import { inRange, paths } from './report-paths'

/** S3: what the web app's list of sales gains by asking for no lines. The bytes are the same in each run. */
export const salesWithoutLines: Measure = {
  row: {
    id: 'S3',
    name: 'GET sales of a month with lines=none, bytes',
    anchor: 'the same list with its lines',
    goal: { atMost: 0.5 },
    moonshot: { atMost: 0.33 },
  },
  async run(bench) {
    const { url } = await bench.database('100k')
    const { origin, headers } = await startStockie(bench, url)
    const path = inRange(paths.sales, 'month')
    const read = async (query: string) => {
      const response = await fetch(`${origin}${path}${query}`, { headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { bytes, sales: idsOf(JSON.parse(bytes.toString())) }
    }
    const [without, whole] = [await read('&lines=none'), await read('')]
    assertSameAnswers('the sales of the list', without.sales, whole.sales)
    const [small, large] = [without, whole].map(({ bytes }) => brotliCompressSync(bytes).length)
    return {
      rounds: [without.bytes.length / whole.bytes.length],
      shown: [
        `${inKilobytes(without.bytes.length)} without lines, ${inKilobytes(whole.bytes.length)} with lines`,
        `compressed: ${inKilobytes(small)} and ${inKilobytes(large)}`,
      ],
    }
  },
}

function idsOf(list: { saleId: number }[]): number[] {
  return list.map(({ saleId }) => saleId)
}

function inKilobytes(bytes = 0): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
