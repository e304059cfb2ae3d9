import type { Server } from '@stockie/testkit/server-process'
import { assertSameAnswers, readJson } from '#src/answers'
import type { Bench } from '#src/bench'
import { openConnection } from '#src/load/load-connection'
import { formatRequest, type LoadRequest } from '#src/load/load-request'
import { postgresCpuIfKnown } from '#src/postgres-cpu'
import { inRounds } from '#src/rounds'
import { median } from '#src/scoring'
import type { startReaders } from './shop-servers'

type ReadPlan = {
  server: Server
  request: LoadRequest
  times: number
  write: () => Promise<unknown>
}

export type ReadCost = {
  /** Milliseconds of processor a read. */
  node: number
  postgres: number
  /** Milliseconds until it was there. */
  latency: number
}

/**
 * What a read costs that follows a write, so that nothing kept can answer it. What the write costs is not
 * counted: the processors' clocks are read right before and right after each read.
 */
async function readAfterWrites(bench: Bench, plan: ReadPlan): Promise<ReadCost> {
  const { server, request, times, write } = plan
  const connection = openConnection(server.origin)
  bench.onEnd(connection.close)
  const costs: ReadCost[] = []
  for (let index = 0; index < times; index += 1) {
    await write()
    const [node, postgres] = [await server.cpu(), await postgresCpuIfKnown(bench)]
    const began = performance.now()
    const { status } = await connection.ask(formatRequest(request))
    const latency = performance.now() - began
    if (status !== 200) throw new Error(`${server.name} answered with ${status}.`)
    costs.push({
      node: (await server.cpu()) - node,
      postgres: (await postgresCpuIfKnown(bench)) - postgres,
      latency,
    })
  }
  connection.close()
  const mean = (figure: (cost: ReadCost) => number) =>
    costs.reduce((sum, cost) => sum + figure(cost), 0) / times
  return {
    node: mean(({ node }) => node),
    postgres: mean(({ postgres }) => postgres),
    latency: median(costs.map(({ latency }) => latency)),
  }
}

type Readers = Awaited<ReturnType<typeof startReaders>>
type CostPlan = { path: string; write: () => Promise<unknown> }

/** The same read by all three servers, each time after a write, in turn. */
export async function costsAfterWrites(bench: Bench, readers: Readers, { path, write }: CostPlan) {
  const { stockie, anchor, ordinary } = readers
  const asked: LoadRequest = { path, headers: stockie.headers }
  const [mine, ...others] = await Promise.all(
    [stockie, anchor, ordinary].map((server) => readJson(server, asked)),
  )
  for (const other of others) assertSameAnswers(path, mine, other)
  const read = (server: Readers['anchor'], times = bench.quick ? 15 : 40) =>
    readAfterWrites(bench, { server, request: asked, times, write })
  bench.progress('warming up')
  for (const server of [stockie, anchor, ordinary]) await read(server, 20)
  return inRounds(bench, {
    stockie: () => read(stockie),
    anchor: () => read(anchor),
    ordinary: () => read(ordinary),
  })
}

type LatencyPlan = {
  server: Server
  path: string
  headers?: Record<string, string>
  times: number
  write: () => Promise<unknown>
}

/** Milliseconds until an answer is there that nothing kept can give; the first, unknown to all, is not counted. */
export async function latencyAfterWrites(bench: Bench, plan: LatencyPlan): Promise<number> {
  const { server, path, headers = {}, times, write } = plan
  const request = { path, headers }
  await readAfterWrites(bench, { server, request, times: 1, write })
  return (await readAfterWrites(bench, { server, request, times, write })).latency
}

/** A line for each side: what one read came to in the middle of its rounds. */
export function showCosts(measured: Record<string, ReadCost[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const middle = (figure: (round: ReadCost) => number) => median(rounds.map(figure)).toFixed(2)
    const cpu = `${middle(({ node }) => node)} ms of Node, ${middle(({ postgres }) => postgres)} ms of PostgreSQL`
    return `${side} ${cpu}, there after ${middle(({ latency }) => latency)} ms`
  })
}

export function showLatencies(latencies: Record<string, number[]>): string {
  return Object.entries(latencies)
    .map(([name, rounds]) => `${median(rounds).toFixed(2)} ms ${name}`)
    .join(', ')
}
