import type { Server } from '@stockie/stage/start-server'
import type { Bench } from './bench'
import { load } from './load'
import type { Load, LoadResult } from './load/plan'
import { postgresCpuIfKnown } from './postgres-cpu-if-known'

export type Measured = LoadResult & {
  /** Milliseconds of processor a request: of the server in Node, and of all PostgreSQL. */
  cpu: { node: number; postgres: number }
}

/** A load with what it cost the server and PostgreSQL. */
export async function measureLoad(bench: Bench, server: Server, plan: Load): Promise<Measured> {
  const before = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const result = await load(bench, server, plan)
  const after = [await server.cpu(), await postgresCpuIfKnown(bench)] as const
  const each = (index: 0 | 1) => (after[index] - before[index]) / result.requests
  return { ...result, cpu: { node: each(0), postgres: each(1) } }
}
