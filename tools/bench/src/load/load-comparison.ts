import type { Server } from '@stockie/testkit/server-process'
import { assertSameAnswers, readJson } from '#src/answers'
import type { Bench, Outcome } from '#src/bench'
import { besideWrites, inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { runLoad, type LoadMeasurement, measureLoad } from './load'
import type { LoadRequest } from './load-request'

/** Describes the medians of each side in a line. */
export function describeRates(measured: Record<string, LoadMeasurement[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const medianOf = (figure: (round: LoadMeasurement) => number) => median(rounds.map(figure))
    const rate = Math.round(medianOf(({ perSecond }) => perSecond))
    const [node, postgres] = [medianOf(({ cpu }) => cpu.node), medianOf(({ cpu }) => cpu.postgres)]
    const p99 = medianOf(({ latency }) => latency.p99)
    const cpu = `CPU per request ${node.toFixed(3)} ms in Node and ${postgres.toFixed(3)} ms in PostgreSQL`
    return `${side} ${rate} req/s, p99 ${p99.toFixed(1)} ms, ${cpu}`
  })
}

type Sides = { stockie: LoadMeasurement[]; anchor: LoadMeasurement[] }

/** The outcome of a row of requests per second; noisy if the anchor was not steady. */
export function compareRates(measured: Sides): Outcome {
  const rates = (rounds: LoadMeasurement[]) => rounds.map(({ perSecond }) => perSecond)
  const anchor = rates(measured.anchor)
  return {
    rounds: ratios(rates(measured.stockie), anchor),
    noisy: isUnsteady(anchor),
    shown: describeRates(measured),
  }
}

/** The requests are sent in turn. */
export type LoadTarget = { server: Server; requests: LoadRequest[] }

const connections = 10

/** Compares the answers of all servers, warms them up, and then loads them in turn. */
export async function compareLoads<Side extends string>(
  bench: Bench,
  sides: Record<Side, LoadTarget>,
  { write }: { write?: () => Promise<unknown> } = {},
): Promise<Record<Side, LoadMeasurement[]>> {
  const entries = Object.entries<LoadTarget>(sides)
  const answers = await Promise.all(entries.map(([, target]) => readSample(target)))
  for (const answer of answers)
    assertSameAnswers(entries[0]?.[1].requests[0]?.path ?? '', answers[0], answer)
  const plan = ({ requests }: LoadTarget, seconds: number) => ({ connections, seconds, requests })
  bench.progress('warming up')
  for (const [, target] of entries) await runLoad(bench, target.server, plan(target, 1))
  const measurements = entries.map(([side, target]) => [
    side,
    () => {
      const measure = () => measureLoad(bench, target.server, plan(target, bench.seconds))
      return write ? besideWrites(write, measure) : measure()
    },
  ])
  return inRounds(
    bench,
    Object.fromEntries(measurements) as Record<Side, () => Promise<LoadMeasurement>>,
  )
}

/** Reads the answer to every 500th request. */
function readSample({ server, requests }: LoadTarget): Promise<unknown[]> {
  const sample = requests.filter((_, index) => index % 500 === 0)
  return Promise.all(sample.map((request) => readJson(server, request)))
}
