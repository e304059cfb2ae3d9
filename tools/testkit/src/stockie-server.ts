import { apiRoot, type LoginAnswer } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { TestScope } from './cleanup'
import { type Server, startServer } from './server-process'
import { stockieProgram } from './stockie-program'

/** The token of a seeded shop's owner. */
export async function signInAsOwner(origin: string): Promise<string> {
  const response = await fetch(`${origin}${apiRoot}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: seedAccounts[0]?.email, password: seedPassword }),
  })
  if (!response.ok) throw new Error(`Stockie lets its owner not in: ${response.status}.`)
  const answer = (await response.json()) as LoginAnswer
  return answer.token
}

export type Stockie = Server & {
  token: string
  /** What every request of the owner carries. */
  headers: { authorization: string }
}

/** Stockie, and its owner signed in. */
export async function startStockie(
  stage: TestScope,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Stockie> {
  const server = await startServer(stage, stockieProgram(stage, databaseUrl, env))
  const token = await signInAsOwner(server.origin)
  return { ...server, token, headers: { authorization: `Bearer ${token}` } }
}
