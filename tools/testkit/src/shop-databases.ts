import { randomBytes } from 'node:crypto'
import { migrate } from '@stockie/api/migrate'
import { seed, type SeedOptions } from '@stockie/prisma/seed'
import pg, { type QueryResultRow } from 'pg'

/** A copy of a seeded shop, so that tests do not see each other's writes. */
export type ShopDatabase = {
  url: string
  /** For setup and checks only, never for the work that is measured or proved. */
  query: <Line extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<Line[]>
  drop: () => Promise<void>
}

type Parts<Size extends string> = {
  server: string
  sizes: Record<Size, SeedOptions>
  progress: (text: string) => void
}

/** Creates shops on one PostgreSQL. Each size is seeded once, on first use, and then copied. */
export function createShopDatabases<Size extends string>({
  server,
  sizes,
  progress,
}: Parts<Size>): (size: Size) => Promise<ShopDatabase> {
  const templates = new Map<Size, Promise<string>>()

  async function createTemplate(size: Size): Promise<string> {
    const name = `template_${size.replace('-', '_')}`
    await onDatabase(server, (client) => client.query(`create database ${name}`))
    const url = urlOf(server, name)
    await migrate(url)
    progress(`Seeding the shop ${size}`)
    await onDatabase(url, async (client) => {
      let shownTenth = -1
      const onProgress = (done: number, total: number, what: string) => {
        const tenth = Math.floor((10 * done) / total)
        if (tenth !== shownTenth)
          progress(`Seeding the shop ${size}: ${10 * tenth} % of its ${what}`)
        shownTenth = tenth
      }
      await seed(client, { ...sizes[size], timeZone: 'UTC', onProgress })
      // Like a shop that was open for two years; otherwise autovacuum would run during a measurement.
      await client.query('vacuum (freeze, analyze)')
    })
    return name
  }

  return async (size) => {
    const template = templates.get(size) ?? createTemplate(size)
    templates.set(size, template)
    const name = `shop_${randomBytes(6).toString('hex')}`
    const copy = `create database ${name} template ${await template} strategy file_copy`
    await onDatabase(server, (client) => client.query(copy))
    return openDatabase(server, name)
  }
}

function openDatabase(server: string, name: string): ShopDatabase {
  const url = urlOf(server, name)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Dropping the database ends the connection; without a listener that error would end the process.
  pool.on('error', () => {})
  return {
    url,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    drop: async () => {
      await pool.end()
      await onDatabase(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  // The query reports the failure; an error event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
