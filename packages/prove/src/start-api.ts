import { randomBytes } from 'node:crypto'
import type { Database } from '@stockie/stage/database'
import { freePort } from '@stockie/stage/free-port'
import { signIn } from '@stockie/stage/sign-in'
import { startServer, type Server } from '@stockie/stage/start-server'
import { stockieProgram } from '@stockie/stage/stockie-program'
import { withinAMinute } from '@stockie/stage/within-a-minute'
import type { Ground } from './ground'
import { tellSurprise } from './tell-surprise'

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
  ground: Pick<Ground, 'folder' | 'onEnd' | 'progress'>,
  { url }: Pick<Database, 'url'>,
  { env = {}, secret = randomBytes(32).toString('hex') }: Options = {},
): Promise<Api> {
  const port = await freePort()
  const program = {
    ...stockieProgram(ground, url, { JWT_SECRET: secret, ...env }),
    port,
    hear: tellSurprise(ground.progress),
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
    headers: { authorization: `Bearer ${await signIn(server.origin)}` },
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
