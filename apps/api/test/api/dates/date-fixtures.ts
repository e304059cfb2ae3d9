import { apiRoot } from '@stockie/contracts'
import { connect } from '#src/database/pool/connect'
import { createTokens } from '#src/security/tokens'
import { type Program, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase } from '#test/support/database/test-database'
import {
  call,
  type CallOptions,
  startTestApi,
  type TestApi,
  testSecret,
} from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

/** The time zones of the servers in these tests. */
export const serverZones = [
  'Asia/Kolkata',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
] as const

/** The other zones belong to the long form of npm test. */
export const shortFormZones: readonly string[] = ['Asia/Kolkata', 'America/Los_Angeles']

/** Days with a clock change, a skipped day, a leap day or a turn of the year, by the store's time zone. */
export const storeDays: [zone: string, days: string[]][] = [
  ['Asia/Kolkata', ['2026-01-01', '2028-02-29']],
  // The day has 23 hours; 25 hours.
  ['America/Los_Angeles', ['2026-03-08', '2026-11-01']],
  // The date line moved, which skipped the 31st; the year 2025 ends.
  ['Pacific/Kiritimati', ['2025-12-31', '1994-12-31']],
  // The day has 24.5 hours; 23.5 hours.
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  // The day begins at 1:00; its first hour occurs twice.
  ['America/Havana', ['2026-03-08', '2026-11-01']],
  ['Atlantic/Azores', ['2026-03-29', '2026-10-25']],
  ['Asia/Amman', ['2021-03-26', '2021-10-29']],
  // The day begins at 1:00; its last hour occurs twice.
  ['America/Santiago', ['2026-09-06', '2026-04-04']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-29']],
  // The day lacks its last hour; its last hour occurs twice.
  ['America/Nuuk', ['2026-03-28', '2026-10-24']],
  // The 30th was skipped.
  ['Pacific/Apia', ['2011-12-30']],
  ['UTC', ['2024-02-29', '2026-12-31']],
]

/** Queries with a nonexistent day, another date format, or a range that ends before it starts. */
export const invalidRanges = [
  ...['startDate', 'endDate'].flatMap((side) => [
    `${side}=`,
    `${side}=2026-02-29`,
    `${side}=1900-02-29`,
    `${side}=2026-13-01`,
    `${side}=2026-11-31`,
    `${side}=2026-11-00`,
    `${side}=0000-01-01`,
    `${side}=10000-01-01`,
    `${side}=-0001-01-01`,
    `${side}=20261101`,
    `${side}=2026-1-1`,
    `${side}=2026-11-21T00:00Z`,
    `${side}=2026-11-21T00:00:00%2B05:30`,
    `${side}=%202026-11-21`,
    `${side}=21.11.2026`,
    `${side}=today`,
    `${side}=infinity`,
    `${side}=2026-11-01&${side}=2026-11-01`,
  ]),
  'startDate=2026-11-02&endDate=2026-11-01',
  'startDate=2027-01-01&endDate=2026-12-31',
  'startDate=9999-12-31&endDate=0001-01-01',
]

export type Zones = { server: string; store: string; database: string }

/** Starts an API whose process, store and database each have their own time zone. */
export async function startInZones({ server, store, database }: Zones): Promise<TestApi> {
  const before = process.env.TZ
  process.env.TZ = server
  if (canonicalZoneName() !== canonicalZoneName(server)) {
    throw new Error(`This process is not in ${server}.`)
  }

  const api = await startTestApi({ timeZone: store })
  await setDatabaseZone(api.databaseProxy.url, database)
  return {
    ...api,
    stop: async () => {
      await api.stop()
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    },
  }
}

/** Sets the time zone of all new sessions of a database. */
export async function setDatabaseZone(url: string, zone: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withClient(url, (client) =>
    client.query(`alter database ${name} set timezone to '${zone}'`),
  )
}

/** The platform's name for a zone that may have several names. The default is this process's zone. */
function canonicalZoneName(timeZone?: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

export type ServedShop = Awaited<ReturnType<typeof serveInZone>>

/** Starts the built program in a process with its own time zone, and opens a shop in its database. */
export async function serveInZone(program: Program, zones: { server: string; database: string }) {
  const database = await createTestDatabase()
  await setDatabaseZone(database.url, zones.database)
  const { pool, close } = connect(database.url, { max: 2 })
  const tokens = createTokens({ secret: testSecret, ttl: 3600 })
  const shop = await openTestShop({ pool, tokens })

  const env = await serverEnv(database.url)
  const server = program.start('main', { env: { ...env, TZ: zones.server } })
  await server.waitForOutput('Stockie is at')
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
