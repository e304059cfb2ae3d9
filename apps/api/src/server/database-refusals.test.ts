import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inject, expect, test } from 'vitest'
import { createTempFolder } from '#test/backup/backup-fixture'
import { certificates } from '#test/support/database/certificates'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { connect } from '#src/database/pool/connect'
import { connectClient } from '#src/database/pool/single-client'
import { toUnavailable } from '#src/http/database-errors'
import { exitSentence } from './console'

const server = () => inject('databaseServerUrl')

const reasonOf = (work: Promise<unknown>) => work.catch((reason: unknown) => reason)

/** Callers of the API get a 503 for each reason. */
async function expectUnavailable(url: string): Promise<void> {
  const { db, pool, close } = connect(url)
  for (const reason of [await reasonOf(pool.query('select 1')), await reasonOf(db.user.count())]) {
    expect(toUnavailable(reason)).toMatchObject({ message: 'The database cannot be reached.' })
  }
  await close()
}

test.each([
  [
    '08P01',
    'unsupported startup parameter: options',
    'The pooler in DATABASE_URL refuses the setting options at the login: remove it from DATABASE_URL',
  ],
  ['08P01', 'no such database: shop_x', 'does not know the database shop_x: add a line'],
  ['08P01', 'SASL authentication failed', 'The database refuses the user or the password'],
  ['08P01', 'SSL required', 'add sslmode=verify-full to DATABASE_URL'],
  [
    '08P01',
    'server login has been failing, try again later',
    'refuses the connection with the message "server login has been failing, try again later"',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.7", user "shop", database "stockie", no encryption',
    'accepts only encrypted connections from this machine: add sslmode=verify-full to DATABASE_URL',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.7", user "shop", database "stockie", SSL encryption',
    'add a line for them to its pg_hba.conf',
  ],
  ['28000', 'role "shop" is not permitted to log in', 'refuses the user or the password'],
])('a refusal with %s and "%s" is told with what to set', async (code, message, sentence) => {
  const url = await openFakePooler(server(), { refusal: [code, message] })
  const [said, ...more] = exitSentence(await reasonOf(connectClient(url))).split('\n')
  expect([said, more]).toEqual([expect.stringContaining(sentence), []])
  await expectUnavailable(url)
})

/** The options of an address that trusts this certificate. */
async function trust({ cert }: { cert: string }): Promise<string> {
  const file = path.join(await createTempFolder(), 'ca.pem')
  await writeFile(file, cert)
  return `&sslmode=verify-full&sslrootcert=${file}`
}

test('an unknown certificate is told with what to set, and sslrootcert makes it known', async () => {
  const url = `${await openFakePooler(server(), { certificate: certificates.valid })}&sslmode=verify-full`
  expect(exitSentence(await reasonOf(connectClient(url)))).toContain(
    'add sslrootcert=<file> to DATABASE_URL',
  )
  await expectUnavailable(url)
  const known = `${url}${await trust(certificates.valid)}`
  await (await connectClient(known)).end()

  // The same with a choice of servers.
  await (await connectClient(`${known}&target_session_attrs=read-write`)).end()
})

test('a certificate that expired, or has another name, is told as such', async () => {
  const { valid, expired } = certificates
  const old = `${await openFakePooler(server(), { certificate: expired })}${await trust(expired)}`
  expect(exitSentence(await reasonOf(connectClient(old)))).toContain('has expired')
  await expectUnavailable(old)

  const named = `${await openFakePooler(server(), { certificate: valid })}${await trust(valid)}`
  const other = named.replace('127.0.0.1', 'localhost')
  expect(exitSentence(await reasonOf(connectClient(other)))).toContain('is for another name')
  await expectUnavailable(other)
})

test('a server without TLS is told as such', async () => {
  const url = `${server()}&sslmode=verify-full`
  expect(exitSentence(await reasonOf(connectClient(url)))).toContain(
    'offers no encrypted connections',
  )
  await expectUnavailable(url)
})
