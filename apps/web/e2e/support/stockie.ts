import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import type { Account } from './accounts'
import { freePort } from '../../../../tools/testkit/src/free-port.mjs'
import { runCommand, startProcess } from './stockie-process'

export type Stockie = Awaited<ReturnType<typeof startShop>>

/** Starts a separate Stockie with its own database, in a temporary folder that `close` removes. */
export async function startShop(seed: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-e2e-'))
  // Under root, PostgreSQL runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755)
  const env = {
    STOCKIE_HOME: path.join(folder, 'home'),
    STOCKIE_SEED: seed,
    PORT: String(await freePort()),
  }
  let running = await startProcess(env)
  const tokens = new Map<string, Promise<string>>()
  let newcomers = 0

  /** Returns a token that tests share, so they must not end it. Concurrent calls sign in once. */
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

  /** Runs `npm run users` with these arguments. */
  function users(args: string[], password?: string) {
    return runCommand('users', args, env, password)
  }

  /** Adds an account that a test may change. */
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
