import type { Server } from '@stockie/stage/start-server'
import type { Bench } from '#src/bench'
import { openConnection } from '#src/load/connection'
import type { LoadRequest } from '#src/load/plan'
import { toText } from '#src/load/to-text'
import { median } from '#src/median'
import { postgresCpuIfKnown } from '#src/postgres-cpu-if-known'

type Plan = { server: Server; request: LoadRequest; times: number; write: () => Promise<unknown> }

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
export async function readAfterWrites(bench: Bench, plan: Plan): Promise<ReadCost> {
  const { server, request, times, write } = plan
  const connection = openConnection(server.origin)
  bench.onEnd(connection.close)
  const costs: ReadCost[] = []
  for (let index = 0; index < times; index += 1) {
    await write()
    const [node, postgres] = [await server.cpu(), await postgresCpuIfKnown(bench)]
    const began = performance.now()
    const { status } = await connection.ask(toText(request))
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
