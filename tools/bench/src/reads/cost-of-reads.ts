import { setTimeout as wait } from 'node:timers/promises'
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
  /** Milliseconds of CPU time per read. */
  node: number
  postgres: number
  /** Milliseconds until the answer arrived. */
  latency: number
}

/** In milliseconds, at least as long as Stockie's pause between two reads of a list (decision 070). */
const restMs = 110

/**
 * Measures reads that each follow a write, so that no cache can answer them. The write itself is not counted: the CPU
 * times are read right before and right after each read.
 */
async function readAfterWrites(bench: Bench, plan: ReadPlan): Promise<ReadCost> {
  const { server, request, times, write } = plan
  const connection = openConnection(server.origin)
  bench.onEnd(connection.close)
  const costs: ReadCost[] = []
  for (let index = 0; index < times; index += 1) {
    await wait(restMs)
    await write()
    const [node, postgres] = [await server.cpu(), await postgresCpuIfKnown(bench)]
    const began = performance.now()
    const { status } = await connection.send(formatRequest(request))
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
type CostPlan = {
  path: string
  write: () => Promise<unknown>
  /** A write after which Stockie reads all rows again. */
  writeBase: () => Promise<unknown>
}

/**
 * Measures the same read on all three servers in turn, each time after a write. Most rows of Stockie then come from its
 * cache, so it is also measured after a write that leaves none of them current.
 */
export async function measureReadCosts(bench: Bench, readers: Readers, plan: CostPlan) {
  const { path, write, writeBase } = plan
  const { stockie, anchor, ordinary } = readers
  const request: LoadRequest = { path, headers: stockie.headers }
  const [own, ...others] = await Promise.all(
    [stockie, anchor, ordinary].map((server) => readJson(server, request)),
  )
  for (const other of others) assertSameAnswers(path, own, other)
  const times = bench.quick ? 15 : 40
  const read = (server: Readers['anchor'], more: Partial<ReadPlan> = {}) =>
    readAfterWrites(bench, { server, request, times, write, ...more })
  bench.progress('warming up')
  for (const server of [stockie, anchor, ordinary]) await read(server, { times: 20 })
  return inRounds(bench, {
    stockie: () => read(stockie),
    anchor: () => read(anchor),
    ordinary: () => read(ordinary),
    'stockie after a write that changes all rows': () => read(stockie, { write: writeBase }),
  })
}

type LatencyPlan = {
  server: Server
  path: string
  headers?: Record<string, string>
  times: number
  write: () => Promise<unknown>
}

/** Returns the median latency of reads that no cache can answer. The first read is a warm-up. */
export async function measureReadLatency(bench: Bench, plan: LatencyPlan): Promise<number> {
  const { server, path, headers = {}, times, write } = plan
  const request = { path, headers }
  await readAfterWrites(bench, { server, request, times: 1, write })
  return (await readAfterWrites(bench, { server, request, times, write })).latency
}

/** Describes the medians of each side in a line. */
export function describeCosts(measured: Record<string, ReadCost[]>): string[] {
  return Object.entries(measured).map(([side, rounds]) => {
    const medianOf = (figure: (round: ReadCost) => number) => median(rounds.map(figure)).toFixed(2)
    const [node, postgres] = [medianOf((round) => round.node), medianOf((round) => round.postgres)]
    const latency = medianOf((round) => round.latency)
    return `${side} CPU ${node} ms in Node and ${postgres} ms in PostgreSQL, latency ${latency} ms`
  })
}

export function describeLatencies(latencies: Record<string, number[]>): string {
  return Object.entries(latencies)
    .map(([name, rounds]) => `${median(rounds).toFixed(2)} ms ${name}`)
    .join(', ')
}
