import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot, secondFactorBegun } from '@stockie/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listInvariants } from '#src/database/sql/invariants'
import { openApp } from '#test/support/authenticator-app'
import { openProgram, freePort, type Running, serverEnv } from '#test/support/built-program'
import { withClient } from '#test/support/database/database-server'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'
import { call } from '#test/support/test-api'

const program = openProgram()
let database: TestDatabase
let env: Record<string, string>
let stockie: Running

beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    ...(await serverEnv(database.url)),
    METRICS_PORT: String(await freePort()),
    ALLOWED_HOSTS: 'shop.example',
    STOCKIE_SEED: 'e2e',
  }
  stockie = program.start('main', { env })
  await stockie.waitForOutput('Stockie is at')
})
afterAll(async () => {
  stockie.child.kill('SIGKILL')
  await stockie.ended
  await database.drop()
})

const api = (path: string, options?: Parameters<typeof call>[1]) =>
  call(`http://127.0.0.1:${env['PORT']}${path}`, options)
const scrape = (path = '/metrics', options?: Parameters<typeof call>[1]) =>
  call(`http://127.0.0.1:${env['METRICS_PORT']}${path}`, options)

/** The first sample with this name and these labels. */
async function sample(name: string, labels = ''): Promise<number | undefined> {
  const { text } = await scrape()
  const found = text.split('\n').find((line) => line.startsWith(`${name}${labels} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

const login = (email: string, password: string) =>
  api(`${apiRoot}/auth/login`, { body: { email, password } })

async function turnOnSecondFactor(email: string): Promise<void> {
  const token = String(Object((await login(email, 'stockie-demo')).body).token)
  const { body } = await api(`${apiRoot}/auth/second-factor`, { method: 'POST', token })
  const code = openApp(secondFactorBegun.parse(body).otpauthUrl).generate()
  const path = `${apiRoot}/auth/second-factor/confirm`
  expect((await api(path, { token, body: { code } })).status).toBe(200)
}

test('the metrics cover the process, the pool and the version in the Prometheus format', async () => {
  const { status, headers, text } = await scrape()
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toMatch(/^stockie_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^stockie_pool_connections \d+$/m)
  expect(text).toMatch(/^stockie_pool_idle_connections \d+$/m)
  expect(text).toMatch(/^stockie_pool_waiting \d+$/m)
  expect(text).toMatch(/^stockie_pool_standby_waits 0$/m)
})

test('requests are counted by route, and all unknown addresses as "other"', async () => {
  const { body } = await login('owner@stockie.test', 'stockie-demo')
  const token = String(Object(body).token)
  await api(`${apiRoot}/products?x=1`, { token })
  await api(`${apiRoot}/PRODUCTS/1/movements/`, { token })
  await api(`${apiRoot}/products/2/movements`)
  // An absolute URL, as clients send it to a proxy.
  const path = `http://shop.example${apiRoot}/products/3/movements#top`
  await once(http.get({ port: env['PORT'], path, agent: false }), 'response')
  for (const unknown of [
    '/wp-admin',
    `${apiRoot}/products/1/2/3`,
    `${apiRoot}/owner@stockie.test`,
  ]) {
    await api(unknown)
  }
  await api(`${apiRoot}/customers`, { method: 'PATCH' })
  const metric = 'stockie_http_request_duration_seconds_count'
  const countRequests = (method: string, route: string, status: string) =>
    sample(metric, `{method="${method}",route="${route}",status="${status}"}`)
  await vi.waitFor(async () => {
    expect(await countRequests('other', `${apiRoot}/customers`, '4xx')).toBe(1)
  }, 10_000)
  expect(await countRequests('GET', `${apiRoot}/products`, '2xx')).toBe(1)
  expect(await countRequests('GET', `${apiRoot}/products/{id}/movements`, '2xx')).toBe(1)
  expect(await countRequests('GET', `${apiRoot}/products/{id}/movements`, '4xx')).toBe(2)
  expect(await countRequests('GET', 'other', '4xx')).toBeGreaterThanOrEqual(2)
  expect(await sample('stockie_pool_wait_seconds_count')).toBeGreaterThan(3)
  const { text } = await scrape()
  expect(text).not.toMatch(/owner@|stockie-demo|wp-admin|products\/\d/)
  expect(text).not.toContain(token)
})

// @holds asvs 16.3.1, 16.3.3
test('failed logins are counted by reason @long', async () => {
  const failures = 'stockie_login_failures_total'
  expect(await sample(failures, '{reason="wrong"}')).toBe(0)
  await turnOnSecondFactor('manager@stockie.test')
  // The step without a code is no failure.
  expect((await login('manager@stockie.test', 'stockie-demo')).status).toBe(401)
  const statuses: number[] = []
  for (let time = 0; time < 6; time += 1) {
    statuses.push((await login('nobody@stockie.test', 'not the password')).status)
  }
  const count = (status: number) => statuses.filter((other) => other === status).length
  await vi.waitFor(async () => {
    expect(await sample(failures, '{reason="throttled"}')).toBe(count(429))
  }, 10_000)
  expect(count(429)).toBeGreaterThan(0)
  expect(await sample(failures, '{reason="wrong"}')).toBe(count(401))
})

test('conflicts of writes are counted by their code @long', async () => {
  await withClient(database.url, (client) =>
    client.query(`
      create sequence attempts;
      create function raise_conflict() returns trigger language plpgsql as $$ begin
        if nextval('attempts') % 3 <> 0 then raise sqlstate '40001'; end if;
        return new;
      end $$;
      create trigger raise_conflict before insert or update on categories for each row execute function raise_conflict()`),
  )
  const { body } = await login('owner@stockie.test', 'stockie-demo')
  const token = String(Object(body).token)
  // The create runs through Prisma, the delete through plain SQL.
  const created = await api(`${apiRoot}/categories`, { token, body: { name: 'Raced' } })
  expect(created.status).toBe(201)
  const path = `${apiRoot}/categories/${Object(created.body).id}`
  expect((await api(path, { token, method: 'DELETE' })).status).toBe(204)
  expect(await sample('stockie_write_conflicts_total', '{code="P2034"}')).toBe(2)
  expect(await sample('stockie_write_conflicts_total', '{code="40001"}')).toBe(2)
})

test('broken invariants are exported with their row counts and the time of the check @long', async () => {
  const secondEnv = {
    ...env,
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
  }
  await withClient(database.url, (client) =>
    client.query(`set session_replication_role = replica;
      update products set stock = stock + 1 where id in (1, 2)`),
  )
  const second = program.start('main', { env: secondEnv })
  onTestFinished(() => void second.child.kill('SIGKILL'))
  await second.waitForOutput('Stockie is at')
  const read = async () => (await call(`http://127.0.0.1:${secondEnv.METRICS_PORT}/metrics`)).text
  const before = Date.now() / 1000
  await vi.waitFor(async () => expect(await read()).toContain('inv_stock_ledger'), {
    timeout: 30_000,
  })
  const samples = [
    ...(await read()).matchAll(/^stockie_invariant_broken_rows\{invariant="(\w+)"\} (\d+)$/gm),
  ]
  const all = await withClient(database.url, listInvariants)
  expect(Object.fromEntries(samples.map(([, name, rows]) => [name, Number(rows)]))).toEqual({
    ...Object.fromEntries(all.map(({ name }) => [name, 0])),
    inv_stock_ledger: 2,
  })
  const checkedAt = /^stockie_invariants_checked_timestamp_seconds (\S+)$/m.exec(await read())?.[1]
  expect(Number(checkedAt)).toBeGreaterThan(before)

  // A scrape in progress is answered, although the process would otherwise have ended by now.
  const scraping = net.connect(Number(secondEnv.METRICS_PORT), '127.0.0.1')
  scraping.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n')
  await read()
  second.child.kill('SIGTERM')
  await wait(1_500)
  scraping.write('\r\n')
  const [answer] = await once(scraping, 'data')
  expect(String(answer)).toContain('HTTP/1.1 200 OK')
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' })
})
