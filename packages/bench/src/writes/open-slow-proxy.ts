import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Bench } from '#src/bench'

const program = path.join(import.meta.dirname, 'slow-proxy.mjs')

/** The database's address at the far end of a slow line. */
export async function openSlowProxy(bench: Pick<Bench, 'onEnd'>, url: string): Promise<string> {
  const child = fork(program, [url])
  bench.onEnd(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const far = new URL(url)
  far.port = String(port)
  return far.href
}
