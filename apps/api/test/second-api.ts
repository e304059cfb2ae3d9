import { createServer } from 'node:http'
import { apiRoot } from '@stockie/contracts'
import { createApp } from '@/app'
import { connect } from '@/database/connect'
import { createReadiness } from '@/http/readiness'
import { createLog } from '@/log'
import { createPasswords } from '@/security/passwords'
import { call, type CallOptions, type TestApi } from './test-api'

/** Another process's API, so to speak: it shares nothing with the first but the database. */
export async function startSecondApi(first: TestApi) {
  const { db, pool, close } = connect(first.line.url)
  const log = createLog('error', process.stderr)
  const passwords = createPasswords()
  const readiness = await createReadiness(pool, () => false)
  const env = { TRUST_PROXY: 1, STORE_TIME_ZONE: 'UTC' }
  const { tokens } = first
  const server = createServer(createApp({ db, pool, env, log, tokens, passwords, readiness }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  const url = `http://127.0.0.1:${address.port}${apiRoot}`
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
