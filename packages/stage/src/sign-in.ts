import { apiRoot, type LoginAnswer } from '@stockie/contracts'
import { seedAccounts, seedPassword } from '@stockie/prisma/seed'

/** The token of a seeded shop's owner. */
export async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}${apiRoot}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: seedAccounts[0]?.email, password: seedPassword }),
  })
  if (!response.ok) throw new Error(`Stockie lets its owner not in: ${response.status}.`)
  const answer = (await response.json()) as LoginAnswer
  return answer.token
}
