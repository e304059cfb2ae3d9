import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/support/built-program'
import { openFakePooler } from '#test/support/database/fake-pooler'
import { openDatabaseProxy } from '#test/support/database/database-proxy'
import { finding, prepareDoctor } from './doctor-fixture'

const { program, at, copyShop, settings, examine } = prepareDoctor()

test('the doctor examines an embedded shop with and without a running Stockie @long', async () => {
  const home = at('embedded')
  const env = {
    STOCKIE_HOME: home,
    STORE_TIME_ZONE: 'Europe/Berlin',
    BACKUP_FOLDER: at('backups'),
  }
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
