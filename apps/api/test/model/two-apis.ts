import { createServer } from 'node:http'
import pg from 'pg'
import { foldOften } from '#test/fold-often'
import { listen } from '#test/listen'
import { createTestDatabase } from '#test/test-database'
import { createUser } from '#test/test-users'
import { testSecret } from '#test/test-api'
import { createApp } from '#src/app'
import { connect } from '#src/database/pool/connect'
import { createReadiness } from '#src/http/health'
import { createLog } from '#src/log'
import { createPasswords } from '#src/security/passwords'
import { createTokens } from '#src/security/tokens'
import type { User } from './call'
import { storeTimeZone } from './days'

export type TwoApis = {
  /** The ports that they listen on. */
  ports: readonly number[]
  /** An owner, two managers and five cashiers. */
  users: readonly User[]
  /** A connection beside them, to empty the database by. */
  client: pg.Client
  stop: () => Promise<void>
}

/** Enough for calls to overlap. */
const connections = 4

/** Two of the API, each with connections of its own, on one fresh database. */
export async function startTwoApis(): Promise<TwoApis> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await foldOften(client)
  // Half of the database's work would be to plan anew, for every range, what reads a handful of rows.
  const itsName = new URL(database.url).pathname.slice(1)
  await client.query(`alter database ${itsName} set plan_cache_mode = force_generic_plan`)
  const tokens = createTokens({ secret: testSecret, ttl: 24 * 3600 })
  const passwords = createPasswords()
  // An answer of 500 or more is a mistake, whose cause is told here alone.
  const log = createLog('error', process.stderr)
  const env = { TRUST_PROXY: 0, STORE_TIME_ZONE: storeTimeZone }

  async function start() {
    const { db, pool, close } = connect(database.url, { max: connections })
    // On a busy machine the first calls of all would wait for these for longer than any call waits.
    const lent = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
    for (const one of lent) one.release()
    const readiness = await createReadiness(pool, () => false)
    const app = createApp({ db, pool, env, log, tokens, passwords, readiness })
    const server = createServer(app)
    // A connection that was quiet for seconds would be closed just as the next call goes over it.
    server.keepAliveTimeout = 0
    return { server, pool, port: Number(new URL(await listen(server)).port), close }
  }
  const first = await start()
  const apis = [first, await start()]

  const users: User[] = []
  for (const role of [1, 2, 2, 3, 3, 3, 3, 3]) {
    const { id, name } = await createUser(first.pool, role)
    users.push({ id, name, token: tokens.sign({ userId: id, version: 0 }) })
  }

  async function stop(): Promise<void> {
    for (const { server, close } of apis) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await close()
    }
    await passwords.close()
    await client.end()
    await database.drop()
  }

  return { ports: apis.map(({ port }) => port), users, client, stop }
}
