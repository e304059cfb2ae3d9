import { signIn } from './sign-in'
import type { Stage } from './stage'
import { startServer, type Server } from './start-server'
import { stockieProgram } from './stockie-program'

export type Stockie = Server & {
  token: string
  /** What every request of the owner carries. */
  headers: { authorization: string }
}

/** Stockie, and its owner signed in. */
export async function startStockie(
  stage: Stage,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Stockie> {
  const server = await startServer(stage, stockieProgram(stage, databaseUrl, env))
  const token = await signIn(server.origin)
  return { ...server, token, headers: { authorization: `Bearer ${token}` } }
}
