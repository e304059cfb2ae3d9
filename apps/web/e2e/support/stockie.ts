import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import type { Account } from './accounts'
import { freePort } from '../../../../tools/testkit/src/free-port.mjs'
import { runCommand, startProcess } from './stockie-process'

export type Stockie = Awaited<ReturnType<typeof startShop>>

/** A shop of its own: a real Stockie with a real database, in a folder that goes with it. */
export async function startShop(seed: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-e2e-'))
  // As root, PostgreSQL runs as a user of its own, who must be able to enter.
  await chmod(folder, 0o755)
  const env = {
    STOCKIE_HOME: path.join(folder, 'home'),
    STOCKIE_SEED: seed,
    PORT: String(await freePort()),
  }
  let running = await startProcess(env)
  const tokens = new Map<string, Promise<string>>()
  let newcomers = 0

  /** A token that many tests share: nobody may end this account's sessions. Of many at once, one signs in. */
  function tokenOf(account: Account) {
    const token = tokens.get(account.email) ?? newToken(account)
    tokens.set(account.email, token)
    return token
  }

  async function newToken({ email, password }: Account) {
    const response = await fetch(`${running.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!response.ok) throw new Error(`${email} cannot sign in: ${await response.text()}`)
    const { token }: { token: string } = await response.json()
    return token
  }

  /** `npm run users`, as whoever keeps the shop would type it. */
  function users(args: string[], password?: string) {
    return runCommand('users', args, env, password)
  }

  /** Somebody whose account a test may change. */
  async function addNewcomer(): Promise<Account> {
    newcomers += 1
    const account = {
      name: `Newcomer ${newcomers}`,
      email: `newcomer-${newcomers}@shop.test`,
      role: 'Cashier',
      password: 'seven green bottles',
    }
    const { name, email, role, password } = account
    await users(['add', email, '--name', name, '--role', role], password)
    return account
  }

  return {
    url: running.url,
    tokenOf,
    newToken,
    users,
    addNewcomer,
    stop: () => running.end(),
    async restart() {
      running = await startProcess(env)
    },
    async close() {
      await running.end()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
