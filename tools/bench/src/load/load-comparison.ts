import type { Server } from '@stockie/testkit/server-process'
import { assertSameAnswers, readJson } from '#src/answers'
import type { Bench, Outcome } from '#src/bench'
import { besideWrites, inRounds } from '#src/rounds'
import { isUnsteady, median, ratios } from '#src/scoring'
import { load, type Measured, measureLoad } from './load'
import type { LoadRequest } from './load-request'

/** A line for each side: what it came to in the middle of its rounds. */
export function showRates(measured: Record<string, Measured[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const middle = (figure: (round: Measured) => number) => median(rounds.map(figure))
    const rate = Math.round(middle(({ perSecond }) => perSecond))
    const [node, postgres] = [middle(({ cpu }) => cpu.node), middle(({ cpu }) => cpu.postgres)]
    const p99 = middle(({ latency }) => latency.p99)
    const cpu = `${node.toFixed(3)} ms of Node and ${postgres.toFixed(3)} ms of PostgreSQL a request`
    return `${side} ${rate} req/s, p99 ${p99.toFixed(1)} ms, ${cpu}`
  })
}

type Sides = { stockie: Measured[]; anchor: Measured[] }

/** A row of requests a second, which says nothing where the anchor was not steady. */
export function rateOutcome(measured: Sides): Outcome {
  const rates = (rounds: Measured[]) => rounds.map(({ perSecond }) => perSecond)
  const anchor = rates(measured.anchor)
  return {
    rounds: ratios(rates(measured.stockie), anchor),
    noisy: isUnsteady(anchor),
    shown: showRates(measured),
  }
}

/** The requests are asked in turn. */
export type Asked = { server: Server; requests: LoadRequest[] }

const connections = 10

/** The same question to several servers: answers held against each other, all warmed up, then in turn. */
export async function compareLoads<Side extends string>(
  bench: Bench,
  sides: Record<Side, Asked>,
  { write }: { write?: () => Promise<unknown> } = {},
): Promise<Record<Side, Measured[]>> {
  const entries = Object.entries<Asked>(sides)
  const answers = await Promise.all(entries.map(([, asked]) => readSome(asked)))
  for (const answer of answers)
    assertSameAnswers(entries[0]?.[1].requests[0]?.path ?? '', answers[0], answer)
  const plan = ({ requests }: Asked, seconds: number) => ({ connections, seconds, requests })
  bench.progress('warming up')
  for (const [, asked] of entries) await load(bench, asked.server, plan(asked, 1))
  const works = entries.map(([side, asked]) => [
    side,
    () => {
      const measure = () => measureLoad(bench, asked.server, plan(asked, bench.seconds))
      return write ? besideWrites(write, measure) : measure()
    },
  ])
  return inRounds(bench, Object.fromEntries(works) as Record<Side, () => Promise<Measured>>)
}

/** Of thousands of requests a few stand for all. */
function readSome({ server, requests }: Asked): Promise<unknown[]> {
  const some = requests.filter((_, index) => index % 500 === 0)
  return Promise.all(some.map((request) => readJson(server, request)))
}
