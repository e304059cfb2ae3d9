import { chmod, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readMigrations } from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import { freePort } from '#test/support/built-program'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { withClient } from '#test/support/database/database-server'
import { createMigrationsFolder } from '#test/support/database/migration-fixtures'
import { longUnless } from '#test/support/long-form'
import { testSecret } from '#test/support/test-api'
import { doctorFaults, prepareDoctor } from './doctor-fixture'

const { program, at, backUp, copyShop, force, settings, examine } = prepareDoctor()

const finding = (check: string, state: string, found: string) => ({
  check,
  state,
  found: expect.stringContaining(found),
})

test('the doctor finds no problem in a healthy shop and prints a table of its checks', async () => {
  const env = settings(await copyShop())
  const { code, checks, problems } = await examine(env)
  expect([code, problems]).toEqual([0, []])
  expect(checks.join()).toBe(
    'Node,Settings,Network,Disk,Files,Backups,Database,Schema,Clock,Time zone,Accounts,Stock,Totals,Records,Returns,Journal',
  )

  const { stdout } = await program().run('doctor', { env })
  expect(stdout).toMatch(/^Check +State +Finding\nNode +ok +Stockie .* on Node /)
  expect(stdout).toMatch(/\n\n16 checks: 0 errors, (0 warnings|1 warning)\.\n$/)
  expect(stdout).not.toContain('\x1b')
})

test('the doctor examines an embedded shop with and without a running Stockie @long', async () => {
  const home = at('embedded')
  const env = { STOCKIE_HOME: home, STORE_TIME_ZONE: 'Europe/Berlin', BACKUP_FOLDER: at('backups') }
  const PORT = String(await freePort())
  const stockie = program().start('main', { env: { ...env, PORT, STOCKIE_SEED: 'e2e' } })
  await stockie.waitForOutput('Stockie is at')
  expect(await examine(env)).toMatchObject({ code: 0, problems: [] })
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
  stockie.child.kill('SIGTERM')
  await stockie.ended

  expect(await examine(env)).toMatchObject({ code: 0, problems: [] })
  expect(await readdir(path.join(home, 'postgres'))).not.toContain('postmaster.pid')

  await chmod(path.join(home, 'secrets.json'), 0o644)
  const { code, problems } = await examine(env)
  expect(code).toBe(0)
  expect(problems).toEqual([finding('Files', 'warning', 'secrets.json (0644)')])
})

test('the doctor reports a missing shop and creates nothing', async () => {
  const home = at('not-yet')
  const { code, findings } = await examine({ STOCKIE_HOME: home })
  expect(code).toBe(0)
  expect(findings.at(-1)).toEqual(finding('Database', 'ok', 'npm start creates one'))
  expect(await readdir(at('.'))).not.toContain('not-yet')

  const url = await copyShop('template0')
  const empty = await examine(settings(url))
  expect(empty).toMatchObject({ code: 0, problems: [] })
  expect(empty.findings).toContainEqual(finding('Schema', 'ok', 'the first start creates one'))
  const tables = `select from pg_tables where schemaname = 'public'`
  expect(await withClient(url, async (client) => (await client.query(tables)).rowCount)).toBe(0)
})

for (const [check, sql, ...found] of doctorFaults) {
  test(`the doctor reports an error in ${check} after "${sql}"${longUnless(check === 'Totals' || check === 'Journal')}`, async () => {
    const url = await copyShop()
    await force(url, sql)
    const { code, problems } = await examine(settings(url))
    expect(problems).toEqual(
      found.map((sentence) => ({ check, state: 'error', found: expect.stringMatching(sentence) })),
    )
    expect(code).toBe(1)
  })
}

test('the doctor warns about pending migrations and does not apply them @long', async () => {
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
    const { code, problems } = await examine(settings(url))
    expect(code).toBe(0)
    expect(problems).toEqual([
      finding('Schema', 'warning', `${later.length} migrations are pending`),
      finding('Invariants', 'warning', 'the database has another schema'),
    ])
  }
})

// @holds asvs 13.3.2
test('the doctor reports a home that other users can write or move away @long', async () => {
  const parent = at('shared by all')
  const home = path.join(parent, 'home')
  await mkdir(home, { recursive: true })
  const env = { STOCKIE_HOME: home, BACKUP_FOLDER: at('backups') }
  await chmod(home, 0o770)
  const open = await examine(env)
  expect([open.code, open.problems]).toEqual([
    1,
    [
      finding(
        'Files',
        'error',
        `can write ${home}, and so take over the shop: run chmod go-w '${home}'`,
      ),
    ],
  ])
  await chmod(home, 0o755)
  await chmod(parent, 0o777)
  const movable = await examine(env)
  expect([movable.code, movable.problems]).toEqual([
    0,
    [finding('Files', 'warning', `run chmod o-w '${parent}', or chmod +t '${parent}'`)],
  ])
  await chmod(parent, 0o1777)
  expect((await examine(env)).problems).toEqual([])
})

test('the doctor reports an unreachable or frozen database as a single error @long', async () => {
  const shop = await copyShop()
  const url = new URL(shop)
  url.port = String(await freePort())
  const unreachable = await examine(settings(url.href))
  expect(unreachable.code).toBe(1)
  expect(unreachable.problems).toEqual([finding('Database', 'error', 'cannot be reached')])
  expect(unreachable.findings.at(-1)?.check).toBe('Database')

  const proxy = await openDatabaseProxy(shop)
  onTestFinished(proxy.disconnect)
  proxy.freeze()
  const frozen = await examine(settings(proxy.url))
  expect([frozen.code, frozen.problems]).toEqual([1, unreachable.problems])

  url.port = new URL(shop).port
  url.password = 'error'
  const refused = await examine(settings(url.href))
  expect(refused.problems).toEqual([
    finding('Database', 'error', 'refuses the user or the password'),
  ])
})

test('the doctor reports a pooler that shares sessions as a single error', async () => {
  const url = await openFakePooler(await copyShop(), { mode: 'transaction' })
  const shared = await examine(settings(url))
  expect([shared.code, shared.problems]).toEqual([
    1,
    [finding('Database', 'error', 'set pool_mode = session')],
  ])
})

test('the doctor works through a pooler and names several servers without their password @long', async () => {
  const shop = await copyShop()
  const url = new URL(await openFakePooler(shop))
  expect((await examine(settings(url.href))).problems).toEqual([])
  const down = `127.0.0.1:${await freePort()}`
  const several = url.href.replace(url.host, `${down},${url.host}`)
  const { code, findings } = await examine(settings(`${several}&target_session_attrs=read-write`))
  expect(code).toBe(0)
  expect(findings.find(({ check }) => check === 'Database')?.found).toContain(
    ` at ${down},${url.host}${url.pathname}, with`,
  )
})

test('the doctor accepts PGPASSWORD and never prints a secret @long', async () => {
  const url = new URL(await copyShop())
  const PGPASSWORD = url.password
  url.password = ''
  const { code, findings } = await examine(settings(url.href, { PGPASSWORD }))
  expect(code).toBe(0)
  expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${PGPASSWORD}|${testSecret}`))
})

test('the doctor reports each invalid variable and still runs the other checks @long', async () => {
  const url = await copyShop()
  const env = settings(url, { PORT: 'many', JWT_TTL: 'soon', JWT_SECRET: 'short' })
  const { code, findings, problems } = await examine(env)
  expect(code).toBe(1)
  expect(problems).toEqual([
    finding('Settings', 'error', 'PORT must be a whole number'),
    finding('Settings', 'error', 'JWT_SECRET must have at least 32 characters'),
    finding('Settings', 'error', 'JWT_TTL must be a time'),
  ])
  expect(findings).toContainEqual(finding('Backups', 'ok', 'the newest verified one'))

  const otherProtocol = await examine(settings('mysql://host/shop'))
  expect(otherProtocol.problems).toEqual([
    finding('Settings', 'error', 'DATABASE_URL must be an address'),
    finding('Database', 'error', 'DATABASE_URL is not valid'),
  ])
  const missing = await examine(settings(url, { JWT_SECRET: '' }))
  expect(missing.problems).toEqual([finding('Settings', 'error', 'JWT_SECRET must be set')])
  const guessed = await examine(settings(url, { JWT_SECRET: 'change-me-'.repeat(4) }))
  expect(guessed.problems).toEqual([finding('Settings', 'error', 'openssl rand -base64 32')])
})

// @holds asvs 12.2.1, 13.3.2
test('the doctor finds plain HTTP and demo passwords if other machines can connect', async () => {
  const env = settings(await copyShop(), { HOST: '0.0.0.0' })
  const { code, problems } = await examine(env)
  expect(code).toBe(1)
  expect(problems).toEqual([
    finding('Network', 'warning', 'plain HTTP'),
    finding('Accounts', 'error', '4 of them with the public password of the demo (owner@'),
  ])
  // An open port beside the proxy: callers could claim any address.
  const proxy = { TRUST_PROXY: '1', SITE_ADDRESS: 'shop.example' }
  const besideProxy = await examine({ ...env, ...proxy })
  expect(besideProxy.problems[0]).toEqual(finding('Network', 'warning', 'past the proxy'))
  // A proxy on this machine lets other machines in as well.
  const localProxy = await examine({ ...env, HOST: '', ...proxy })
  expect(localProxy.problems).toEqual(besideProxy.problems.slice(1))
  const nameless = await examine({ ...env, HOST: '', TRUST_PROXY: '1' })
  expect(nameless.problems[0]).toEqual(finding('Network', 'warning', 'knows no name of it'))
  // A name that only a proxy can serve tells of one.
  const undeclared = await examine({ ...env, HOST: '', ...proxy, TRUST_PROXY: '' })
  expect(undeclared.problems).toEqual([
    finding('Network', 'warning', 'set TRUST_PROXY=1'),
    ...besideProxy.problems.slice(1),
  ])
})

test('the doctor warns about missing, old, unverified and unreadable backups @long', async () => {
  const url = await copyShop()
  const examineBackups = async (name: string) => {
    const env = settings(url, { BACKUP_FOLDER: at(name) })
    const { code, problems } = await examine(env)
    return [code, ...problems]
  }
  expect(await examineBackups('none')).toEqual([
    0,
    finding('Backups', 'warning', 'There is no backup in'),
  ])
  await backUp('old', 3)
  expect(await examineBackups('old')).toEqual([0, finding('Backups', 'warning', 'is 3 days old')])
  await backUp('unverified', 0, { verified: false })
  expect(await examineBackups('unverified')).toEqual([
    0,
    finding('Backups', 'warning', 'none of them verified'),
  ])
  await backUp('old', 1)
  expect(await examineBackups('old')).toEqual([0])
  await backUp('damaged', 0, { content: Buffer.from('no backup') })
  expect(await examineBackups('damaged')).toEqual([
    0,
    finding('Backups', 'warning', 'none of them verified'),
  ])
})

test('the doctor reports an error if fsync is off', async () => {
  const { code, problems } = await examine(settings(inject('databaseServerUrl')))
  expect(code).toBe(1)
  expect(problems).toContainEqual(finding('Database', 'error', 'fsync is off'))
})

test('the doctor reports an error if Node and the database read the time zone differently @long', async () => {
  const { code, problems } = await examine(settings(await copyShop(), { STORE_TIME_ZONE: 'IST' }))
  expect([code, problems]).toEqual([1, [finding('Time zone', 'error', 'set STORE_TIME_ZONE')]])
})
