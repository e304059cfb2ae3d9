import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@stockie/testkit/free-port'
import { withinAMinute } from '@stockie/testkit/polling'
import { type Server, startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { stockieProgram } from '@stockie/testkit/stockie-program'
import { signInAsOwner } from '@stockie/testkit/stockie-server'
import type { FaultContext } from './fault'

/** Shows only the unexpected errors of an API's log, which explain its 500 responses. */
function logUnexpectedErrors(progress: (text: string) => void): (line: string) => void {
  return (line) => {
    if (!line.includes('The server failed.')) return
    const { req, err } = JSON.parse(line) as { req?: { url?: string }; err?: { stack?: string } }
    progress(`${req?.url}: ${err?.stack ?? line}`)
  }
}

/** Asks the API's readiness endpoint. */
export async function isReady({ origin }: { origin: string }): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export type Api = {
  origin: string
  /** The headers for requests as the owner. */
  headers: { authorization: string }
  /** The process ID, which changes with each start. */
  pid: () => number
  /** Bytes of memory (RSS) of its process. */
  memory: () => Promise<number>
  /** Sends the signal, and returns the exit code or the signal that ended the process. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | NodeJS.Signals | null>
  /** The exit code or signal, or undefined while it runs. */
  ended: () => number | NodeJS.Signals | null | undefined
  /** Starts it on the same port, and waits until it answers. With `dist`, that version of the program from now on. */
  start: (dist?: string) => Promise<void>
}

type Options = { env?: Record<string, string>; secret?: string }

/** Starts a Stockie that can be stopped and restarted on the same port with the same secret. */
export async function startApi(
  context: Pick<FaultContext, 'folder' | 'onEnd' | 'progress'>,
  { url }: Pick<ShopDatabase, 'url'>,
  { env = {}, secret = randomBytes(32).toString('hex') }: Options = {},
): Promise<Api> {
  const port = await freePort()
  const program = {
    ...stockieProgram(context, url, { JWT_SECRET: secret, ...env }),
    port,
    onLine: logUnexpectedErrors(context.progress),
  }
  let ended: number | NodeJS.Signals | null | undefined
  let server: Server = await startProcess()

  async function startProcess(): Promise<Server> {
    const started = await startServer(context, program)
    ended = undefined
    void started.ended.then((exit) => (ended = exit))
    return started
  }

  return {
    origin: server.origin,
    headers: { authorization: `Bearer ${await signInAsOwner(server.origin)}` },
    end: (signal) => {
      server.signal(signal)
      return withinAMinute(`the API has ended after ${signal}`, server.ended)
    },
    pid: () => server.pid,
    memory: async () => (await server.memory()).rss,
    ended: () => ended,
    start: async (dist) => {
      if (dist !== undefined) program.file = path.join(dist, 'main.mjs')
      server = await startProcess()
    },
  }
}

/** Starts several APIs of one shop with the same secret. */
export async function startApis(
  context: Pick<FaultContext, 'folder' | 'onEnd' | 'progress'>,
  shop: Pick<ShopDatabase, 'url'>,
  { count, secret = randomBytes(32).toString('hex'), ...options }: Options & { count: number },
): Promise<Api[]> {
  const apis: Api[] = []
  while (apis.length < count) {
    context.progress(`starting API ${apis.length + 1} of ${count}`)
    apis.push(await startApi(context, shop, { ...options, secret }))
  }
  return apis
}

/**
 * Restarts an API that ended unexpectedly, so that the clients can finish, and reports its end as a finding.
 */
export async function restartIfEnded(api: Pick<Api, 'ended' | 'start'>): Promise<string[]> {
  const exit = api.ended()
  if (exit === undefined) return []
  await api.start()
  return [`the API ended unexpectedly, with ${exit}`]
}

/** Returns the result of the work, or null as soon as the API has ended: then the work cannot finish. */
export async function unlessApiEnds<Result>(
  { ended }: Pick<Api, 'ended'>,
  work: Promise<Result>,
): Promise<Result | null> {
  let isOver = false

  async function watch(): Promise<null> {
    while (!isOver && ended() === undefined) await wait(50)
    return null
  }

  async function ignoreIfApiEnded(error: unknown): Promise<null> {
    // The exit event arrives shortly after the errors that it causes.
    await wait(100)
    if (ended() === undefined) throw error
    return null
  }

  return Promise.race([work.catch(ignoreIfApiEnded), watch()]).finally(() => (isOver = true))
}
