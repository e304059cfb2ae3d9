import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { freePort } from '#test/support/built-program'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { withClient } from '#test/support/database/database-server'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { testSecret } from '#test/support/test-api'
import { doctorFaults, prepareDoctor } from './doctor-fixture'

const { program, at, backUp, copyShop, force, settings, examine } = prepareDoctor()

const finding = (check: string, state: string, found: string) => ({
  check,
  state,
  found: expect.stringContaining(found),
})

test('finds nothing wrong with a healthy shop, and shows each look as a row of a table', async () => {
  const env = settings(await copyShop())
  const { code, findings, troubles } = await examine(env)
  expect([code, troubles]).toEqual([0, []])
  expect(findings.map(({ check }) => check).join()).toBe(
    'Node,Settings,Network,Files,Backups,Database,Schema,Clock,Time zone,Accounts,Stock,Totals,Records',
  )

  const { stdout } = await program().run('doctor', { env })
  expect(stdout).toMatch(/^What +State +Found\nNode +ok +Stockie .* on Node /)
  expect(stdout).toMatch(/\n\n14 looked at: 0 wrong, [01] worth a look\.\n$/)
  expect(stdout).not.toContain('\x1b')
})

test('looks at an embedded shop beside a running Stockie and without one', async () => {
  const home = at('embedded')
  const env = { STOCKIE_HOME: home, STORE_TIME_ZONE: 'Europe/Berlin', BACKUP_FOLDER: at('backups') }
  const PORT = String(await freePort())
  const stockie = program().start('main', { env: { ...env, PORT, STOCKIE_SEED: 'e2e' } })
  await stockie.waitForOutput('Stockie is at')
  expect(await examine(env)).toMatchObject({ code: 0, troubles: [] })
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
  stockie.child.kill('SIGTERM')
  await stockie.ended

  expect(await examine(env)).toMatchObject({ code: 0, troubles: [] })
  expect(await readdir(path.join(home, 'postgres'))).not.toContain('postmaster.pid')

  await chmod(path.join(home, 'secrets.json'), 0o644)
  const { code, troubles } = await examine(env)
  expect(code).toBe(0)
  expect(troubles).toEqual([finding('Files', 'warning', 'secrets.json (0644)')])
})

test('where there is no shop yet it says so and makes nothing', async () => {
  const home = at('not-yet')
  const { code, findings } = await examine({ STOCKIE_HOME: home })
  expect(code).toBe(0)
  expect(findings.at(-1)).toEqual(finding('Database', 'ok', 'npm start makes it'))
  expect(await readdir(at('.'))).not.toContain('not-yet')

  const url = await copyShop('template0')
  const empty = await examine(settings(url))
  expect(empty).toMatchObject({ code: 0, troubles: [] })
  expect(empty.findings).toContainEqual(finding('Schema', 'ok', 'the first start makes it'))
  const tables = `select from pg_tables where schemaname = 'public'`
  expect(await withClient(url, async (client) => (await client.query(tables)).rowCount)).toBe(0)
})

test.each(doctorFaults)('%s is wrong after "%s"', async (check, sql, ...found) => {
  const url = await copyShop()
  await force(url, sql)
  const { code, troubles } = await examine(settings(url))
  expect(troubles).toEqual(
    found.map((sentence) => ({ check, state: 'error', found: expect.stringMatching(sentence) })),
  )
  expect(code).toBe(1)
})

test('migrations that wait are a look, and go on waiting', async () => {
  const [first, ...later] = await readMigrations()
  if (!first) throw new Error('There are migrations.')
  const url = await copyShop('template0')
  await migrate(url, {
    migrationsFolder: await createMigrationsFolder({ [first.name]: first.sql }),
  })
  await force(
    url,
    `insert into users (email, name, role, password_hash) values ('a@b.example', 'A', 1, 'x')`,
  )
  for (let time = 0; time < 2; time += 1) {
    const { code, troubles } = await examine(settings(url))
    expect(code).toBe(0)
    expect(troubles).toEqual([
      finding('Schema', 'warning', `${later.length} migrations wait`),
      finding('Invariants', 'warning', 'the database has another schema'),
    ])
  }
})

test('a database that cannot be reached is one row, also when it is frozen', async () => {
  const shop = await copyShop()
  const url = new URL(shop)
  url.port = String(await freePort())
  const nobody = await examine(settings(url.href))
  expect(nobody.code).toBe(1)
  expect(nobody.troubles).toEqual([finding('Database', 'error', 'cannot be reached')])
  expect(nobody.findings.at(-1)?.check).toBe('Database')

  const line = await openDatabaseProxy(shop)
  onTestFinished(line.disconnect)
  line.freeze()
  const frozen = await examine(settings(line.url))
  expect([frozen.code, frozen.troubles]).toEqual([1, nobody.troubles])

  url.port = new URL(shop).port
  url.password = 'error'
  const refused = await examine(settings(url.href))
  expect(refused.troubles).toEqual([
    finding('Database', 'error', 'refuses the user or the password'),
  ])
})

test('the password may come by PGPASSWORD, and no value is repeated', async () => {
  const url = new URL(await copyShop())
  const PGPASSWORD = url.password
  url.password = ''
  const { code, findings } = await examine(settings(url.href, { PGPASSWORD }))
  expect(code).toBe(0)
  expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${PGPASSWORD}|${testSecret}`))
})

test('every variable that cannot be used is a row, and hides nothing else', async () => {
  const url = await copyShop()
  const env = settings(url, { PORT: 'many', JWT_TTL: 'soon', JWT_SECRET: 'short' })
  const { code, findings, troubles } = await examine(env)
  expect(code).toBe(1)
  expect(troubles).toEqual([
    finding('Settings', 'error', 'PORT must be a whole number'),
    finding('Settings', 'error', 'JWT_SECRET must have at least 32 characters'),
    finding('Settings', 'error', 'JWT_TTL must be a time'),
  ])
  expect(findings).toContainEqual(finding('Backups', 'ok', 'that was verified'))

  const elsewhere = await examine(settings('mysql://host/shop'))
  expect(elsewhere.troubles).toEqual([
    finding('Settings', 'error', 'DATABASE_URL must be an address'),
    finding('Database', 'error', 'DATABASE_URL cannot be used'),
  ])
  const without = await examine(settings(url, { JWT_SECRET: '' }))
  expect(without.troubles).toEqual([finding('Settings', 'error', 'JWT_SECRET must be set')])
  const guessed = await examine(settings(url, { JWT_SECRET: 'change-me-'.repeat(4) }))
  expect(guessed.troubles).toEqual([finding('Settings', 'error', 'openssl rand -base64 32')])
})

// @holds asvs 12.2.1, 13.3.2
test('what is open to others is worth a look', async () => {
  const env = settings(await copyShop(), { HOST: '0.0.0.0' })
  const { code, troubles } = await examine(env)
  expect(code).toBe(0)
  expect(troubles).toEqual([
    finding('Network', 'warning', 'plain HTTP'),
    finding('Accounts', 'warning', "4 of them with the demo's password"),
  ])
  const behind = await examine({ ...env, TRUST_PROXY: '1' })
  expect(behind.troubles.map(({ check }) => check)).toEqual(['Accounts'])
  // The proxy of this machine lets them in as well.
  const beside = await examine({ ...env, HOST: '', TRUST_PROXY: '1' })
  expect(beside.troubles).toEqual(behind.troubles)
})

test('no backup, an old one and one that was not verified are worth a look', async () => {
  const url = await copyShop()
  const look = async (name: string) => {
    const env = settings(url, { BACKUP_FOLDER: at(name) })
    const { code, troubles } = await examine(env)
    return [code, ...troubles]
  }
  expect(await look('none')).toEqual([0, finding('Backups', 'warning', 'There is no backup in')])
  await backUp('old', 3)
  expect(await look('old')).toEqual([0, finding('Backups', 'warning', 'is 3 days old')])
  await backUp('unverified', 0, false)
  expect(await look('unverified')).toEqual([0, finding('Backups', 'warning', 'none of which')])
  await backUp('old', 1)
  expect(await look('old')).toEqual([0])
})

test('a database that does not wait for the disk is wrong', async () => {
  const { code, troubles } = await examine(settings(inject('databaseServerUrl')))
  expect(code).toBe(1)
  expect(troubles).toContainEqual(finding('Database', 'error', 'fsync is off'))
})

test('a time zone that Node and the database do not mean alike is wrong', async () => {
  const { code, troubles } = await examine(settings(await copyShop(), { STORE_TIME_ZONE: 'IST' }))
  expect([code, troubles]).toEqual([1, [finding('Time zone', 'error', 'set STORE_TIME_ZONE')]])
})
