import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { openFakeServer } from '#test/support/database/fake-server'
import { StartError } from '#src/errors'
import { connect } from './connect'
import { scramOnly } from '#src/database-address'
import { DatabaseClient } from './database-client'
import { connectClient } from './single-client'

const password = 'correct-horse-battery'

const addressOf = (port: number) => `postgresql://stockie:${password}@127.0.0.1:${port}/stockie`

/** The two ways to connect: one client, and the pool, which Prisma uses too. */
const ways: Record<string, (url: string) => Promise<unknown>> = {
  'a single client': (url) => connectClient(url),
  'the pool': async (url) => {
    const { pool, close } = connect(url)
    return pool.query('select 1').finally(() => void close())
  },
  Prisma: async (url) => {
    const { db, close } = connect(url)
    return db.user.count().finally(() => void close())
  },
}

/** The messages that the client may send: the one of its startup, and the two of SCRAM. */
const refusals = [
  ['cleartext', ['startup']],
  ['MD5', ['startup']],
  ['nothing', ['startup']],
  ['SCRAM with a wrong proof', ['startup', 'p', 'p']],
  ['SCRAM without a proof', ['startup', 'p', 'p']],
] as const
const cases = Object.keys(ways).flatMap((way) =>
  refusals.map(([authentication, sent]) => [way, authentication, sent] as const),
)

test.each(cases)(
  // @holds asvs 11.4.1, 13.3.2
  '%s tells the password to no program that asks for %s',
  async (way, authentication, sent) => {
    const fake = await openFakeServer(authentication)
    const failure: unknown = await ways[way]?.(`${addressOf(fake.port)}?${scramOnly}`).catch(
      (error: unknown) => error,
    )
    expect(String(failure)).toContain(`The program on port ${fake.port} of 127.0.0.1 did not prove`)
    expect(fake.received).toEqual(sent)
    expect(fake.text()).not.toContain(password)
  },
)

test('the message about a program that took the port says what to do', async () => {
  const fake = await openFakeServer('cleartext')
  const failure: unknown = await connectClient(`${addressOf(fake.port)}?${scramOnly}`).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StartError)
  // The code of a database that cannot be reached.
  expect(failure).toHaveProperty('code', '08001')
  expect(String(failure)).toContain('stop that program and start Stockie again')
})

/** The fake server answers no query. */
async function logIn(connectionString: string): Promise<void> {
  const client = new DatabaseClient({ connectionString })
  await client.connect()
  await client.end()
}

test('an owner’s own database may still ask for a cleartext or MD5 password', async () => {
  const cleartext = await openFakeServer('cleartext')
  await logIn(addressOf(cleartext.port))
  expect(cleartext.text()).toContain(password)
  const md5 = await openFakeServer('MD5')
  await logIn(addressOf(md5.port))
  expect(md5.text()).toMatch(/md5[0-9a-f]{32}/)
})

test('a server that proves itself serves queries, and a wrong password fails with its reason', async () => {
  const url = new URL(inject('databaseServerUrl'))
  expect(url.search).toBe(`?${scramOnly}`)
  const client = await connectClient(url.href)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  url.password = createHash('sha256').update(url.password).digest('hex')
  await expect(connectClient(url.href)).rejects.toMatchObject({ code: '28P01' })
})

test('every connection to a database is a DatabaseClient', async () => {
  const src = path.resolve(import.meta.dirname, '../..')
  const files = await readdir(src, { recursive: true })
  const found: string[] = []
  for (const file of files) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('generated')) continue
    const source = await readFile(path.join(src, file), 'utf8')
    if (/(new|extends) (pg\.)?(Client|Pool)\b/.test(source)) found.push(file)
  }
  // The pool's Client is the watchdog's, which is a DatabaseClient.
  expect(found.toSorted()).toEqual([
    'database/pool/database-client.ts',
    'database/pool/deadline-pool.ts',
  ])
})
