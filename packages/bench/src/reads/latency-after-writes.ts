import type { Server } from '@stockie/stage/start-server'
import type { Bench } from '#src/bench'
import { readAfterWrites } from './read-after-writes'

type Plan = {
  server: Server
  path: string
  headers?: Record<string, string>
  times: number
  write: () => Promise<unknown>
}

/** Milliseconds until an answer is there that nothing kept can give; the first, unknown to all, is not counted. */
export async function latencyAfterWrites(bench: Bench, plan: Plan): Promise<number> {
  const { server, path, headers = {}, times, write } = plan
  const request = { path, headers }
  await readAfterWrites(bench, { server, request, times: 1, write })
  return (await readAfterWrites(bench, { server, request, times, write })).latency
}
