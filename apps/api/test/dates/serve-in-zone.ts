import { apiRoot } from '@stockie/contracts'
import { createTokens } from '#src/security/tokens'
import { serverEnv, type Program } from '#test/built-program'
import { call, testSecret, type CallOptions } from '#test/test-api'
import { createTestDatabase } from '#test/test-database'
import { openTestShop } from '#test/test-shop'
import { connect } from '#src/database/pool/connect'
import { setDatabaseZone } from './start-in-zones'

export type ServedShop = Awaited<ReturnType<typeof serveInZone>>

/** The program as it is shipped, in a process whose clock is that of a zone, with a shop to serve. */
export async function serveInZone(program: Program, zones: { server: string; database: string }) {
  const database = await createTestDatabase()
  await setDatabaseZone(database.url, zones.database)
  const { pool, close } = connect(database.url, { max: 2 })
  const tokens = createTokens({ secret: testSecret, ttl: 3600 })
  const shop = await openTestShop({ pool, tokens })

  const env = await serverEnv(database.url)
  const server = program.start('main', { env: { ...env, TZ: zones.server } })
  await server.says('Stockie is at')
  const url = `http://127.0.0.1:${env.PORT}${apiRoot}`

  return {
    shop,
    pool,
    call: (path: string, options?: CallOptions) =>
      call(url + path, { token: shop.token, ...options }),
    stop: async () => {
      server.child.kill()
      await server.ended
      await close()
      await database.drop()
    },
  }
}
