import { createServer } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import { createApp } from '#src/app'
import { connect } from '#src/database/pool/connect'
import { createReadiness } from '#src/http/health'
import { createLog } from '#src/log'
import { createPasswords } from '#src/security/passwords'
import { listen } from './listen'
import { call, type CallOptions, type TestApi } from './test-api'

/** Another process's API, so to speak: it shares nothing with the first but the database. */
export async function startSecondApi(
  first: TestApi,
  { trustedProxies = 1, log = createLog('error', process.stderr) } = {},
) {
  const { db, pool, close } = connect(first.line.url)
  const passwords = createPasswords()
  const readiness = await createReadiness(pool, () => false)
  const env = { TRUST_PROXY: trustedProxies, STORE_TIME_ZONE: 'UTC' }
  const { tokens } = first
  const server = createServer(createApp({ db, pool, env, log, tokens, passwords, readiness }))
  const url = (await listen(server)) + apiRoot
  return {
    call: (path: string, options?: CallOptions) => call(url + path, options),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await passwords.close()
      await close()
    },
  }
}
