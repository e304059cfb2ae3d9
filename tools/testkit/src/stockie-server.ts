import { apiRoot, type LoginAnswer } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'
import type { TestScope } from './cleanup'
import { type Server, startServer } from './server-process'
import { stockieProgram } from './stockie-program'

/** Signs in to a seeded shop as its owner, and returns the token. */
export function signInAsOwner(origin: string): Promise<string> {
  return signIn(origin, seedAccounts[0]?.email ?? '')
}

/** Signs in to a seeded shop, and returns the token. */
export async function signIn(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}${apiRoot}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: seedPassword }),
  })
  if (!response.ok)
    throw new Error(`${email} could not sign in: Stockie answered ${response.status}.`)
  const answer = (await response.json()) as LoginAnswer
  return answer.token
}

export type Stockie = Server & {
  token: string
  /** The headers for requests as the owner. */
  headers: { authorization: string }
}

/** Starts Stockie and signs in its owner. */
export async function startStockie(
  scope: TestScope,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Stockie> {
  const server = await startServer(scope, stockieProgram(scope, databaseUrl, env))
  const token = await signInAsOwner(server.origin)
  return { ...server, token, headers: { authorization: `Bearer ${token}` } }
}
