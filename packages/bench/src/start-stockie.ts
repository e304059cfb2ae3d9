import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { apiRoot, type LoginAnswer } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { Bench } from './bench'
import { startServer, type Server } from './start-server'

export type Stockie = Server & {
  token: string
  /** What every request of the owner carries. */
  headers: { authorization: string }
}

const main = path.resolve(import.meta.dirname, '../../../apps/api/dist/main.mjs')

/** Stockie as it was built and as it runs in a container, its log included; the owner is signed in. */
export async function startStockie(
  bench: Bench,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Stockie> {
  const server = await startServer(bench, {
    name: 'Stockie',
    file: main,
    env: {
      DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
      STORE_TIME_ZONE: 'UTC',
      STOCKIE_HOME: path.join(bench.folder, 'stockie'),
      HOST: '127.0.0.1',
      TRUST_PROXY: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  const token = await signIn(server.origin)
  return { ...server, token, headers: { authorization: `Bearer ${token}` } }
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}${apiRoot}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: seedAccounts[0]?.email, password: seedPassword }),
  })
  if (!response.ok) throw new Error(`Stockie lets its owner not in: ${response.status}.`)
  const answer = (await response.json()) as LoginAnswer
  return answer.token
}
