import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@stockie/testkit/free-port'
import { withinAMinute } from '@stockie/testkit/polling'
import { type Server, startServer } from '@stockie/testkit/server-process'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { stockieProgram } from '@stockie/testkit/stockie-program'
import { signInAsOwner } from '@stockie/testkit/stockie-server'
import type { FaultContext } from './fault'

/** Of an API's log only what it has not foreseen: why it answered with 500. */
function logUnexpectedErrors(progress: (text: string) => void): (line: string) => void {
  return (line) => {
    if (!line.includes('Something went wrong.')) return
    const { req, err } = JSON.parse(line) as { req?: { url?: string }; err?: { stack?: string } }
    progress(`${req?.url}: ${err?.stack ?? line}`)
  }
}

/** Whether an API says of itself that it can serve. */
export async function isReady({ origin }: { origin: string }): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export type Api = {
  origin: string
  /** What every request of the owner carries. */
  headers: { authorization: string }
  /** Of its process, which is another one after each start. */
  pid: () => number
  /** Bytes that its process has in memory. */
  memory: () => Promise<number>
  /** Sends its process a signal, and says how that ended: a code or a signal. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | NodeJS.Signals | null>
  /** How it has ended, if it has. */
  ended: () => number | NodeJS.Signals | null | undefined
  /** Starts it where it was; comes back when it answers. */
  start: () => Promise<void>
}

type Options = { env?: Record<string, string>; secret?: string }

/** One Stockie that can be ended and started again, always at the same port and with the same secret. */
export async function startApi(
  ground: Pick<FaultContext, 'folder' | 'onEnd' | 'progress'>,
  { url }: Pick<ShopDatabase, 'url'>,
  { env = {}, secret = randomBytes(32).toString('hex') }: Options = {},
): Promise<Api> {
  const port = await freePort()
  const program = {
    ...stockieProgram(ground, url, { JWT_SECRET: secret, ...env }),
    port,
    hear: logUnexpectedErrors(ground.progress),
  }
  let ended: number | NodeJS.Signals | null | undefined
  let server: Server = await begin()

  async function begin(): Promise<Server> {
    const begun = await startServer(ground, program)
    ended = undefined
    void begun.ended.then((how) => (ended = how))
    return begun
  }

  return {
    origin: server.origin,
    headers: { authorization: `Bearer ${await signInAsOwner(server.origin)}` },
    end: (signal) => {
      server.signal(signal)
      return withinAMinute(`the API has ended by ${signal}`, server.ended)
    },
    pid: () => server.pid,
    memory: async () => (await server.memory()).rss,
    ended: () => ended,
    start: async () => {
      server = await begin()
    },
  }
}

/** An API that has ended by itself, as a sentence; the clients need another one to come to their end. */
export async function restartIfEnded(api: Pick<Api, 'ended' | 'start'>): Promise<string[]> {
  const how = api.ended()
  if (how === undefined) return []
  await api.start()
  return [`the API ended by itself, with ${how}`]
}

/** What comes of the work, or null as soon as the API has ended by itself: nothing more comes of it then. */
export async function unlessApiEnds<Result>(
  { ended }: Pick<Api, 'ended'>,
  work: Promise<Result>,
): Promise<Result | null> {
  let isOver = false

  async function watch(): Promise<null> {
    while (!isOver && ended() === undefined) await wait(50)
    return null
  }

  async function endure(error: unknown): Promise<null> {
    // That it has ended is heard a moment after what came of it.
    await wait(100)
    if (ended() === undefined) throw error
    return null
  }

  return Promise.race([work.catch(endure), watch()]).finally(() => (isOver = true))
}
