import { randomBytes } from 'node:crypto'
import type { Database } from '@stockie/stage/database'
import { signIn } from '@stockie/stage/sign-in'
import type { Stage } from '@stockie/stage/stage'
import { startServer, type Server } from '@stockie/stage/start-server'
import { stockieProgram } from '@stockie/stage/stockie-program'
import { quietPort } from './quiet-port'

export type Api = {
  origin: string
  /** What every request of the owner carries. */
  headers: { authorization: string }
  /** The process as it is just now. */
  server: () => Server
  /** Ends it with no word of farewell. */
  kill: () => Promise<void>
  /** Starts it where it was; comes back when it answers. */
  start: () => Promise<void>
}

/** One Stockie that can be killed and started again, always at the same port and with the same secret. */
export async function startApi(
  stage: Stage,
  { url }: Pick<Database, 'url'>,
  env: Record<string, string> = {},
): Promise<Api> {
  const secret = randomBytes(32).toString('hex')
  const port = await quietPort()
  const begin = () =>
    startServer(stage, { ...stockieProgram(stage, url, { JWT_SECRET: secret, ...env }), port })
  let server = await begin()
  return {
    origin: server.origin,
    headers: { authorization: `Bearer ${await signIn(server.origin)}` },
    server: () => server,
    kill: async () => {
      server.signal('SIGKILL')
      await server.ended
    },
    start: async () => {
      server = await begin()
    },
  }
}
