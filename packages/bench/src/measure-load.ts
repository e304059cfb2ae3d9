import type { Bench } from './bench'
import { load } from './load'
import type { Load, LoadResult } from './load/plan'
import { NotHere } from './not-here'
import { postgresCpu } from './postgres-cpu'
import type { Server } from './start-server'

export type Measured = LoadResult & {
  /** Milliseconds of processor a request: of the server in Node, and of all PostgreSQL. */
  cpu: { node: number; postgres: number }
}

/** A load with what it cost the server and PostgreSQL. */
export async function measureLoad(bench: Bench, server: Server, plan: Load): Promise<Measured> {
  const before = [await server.cpu(), await readPostgres(bench)] as const
  const result = await load(bench, server, plan)
  const after = [await server.cpu(), await readPostgres(bench)] as const
  const each = (index: 0 | 1) => (after[index] - before[index]) / result.requests
  return { ...result, cpu: { node: each(0), postgres: each(1) } }
}

/** Not a number where it cannot be read: a row that is judged by it asks postgresCpu itself. */
async function readPostgres(bench: Bench): Promise<number> {
  return postgresCpu(bench).catch((error) => {
    if (error instanceof NotHere) return Number.NaN
    throw error
  })
}
