import { problem } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effectOf, readContents } from '#test/support/database/database-contents'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { watchLatency } from '#test/support/database/database-server'
import { writeCases } from '#test/support/write-cases'

const tables = [
  'customers',
  'suppliers',
  'categories',
  'expense_categories',
  'expenses',
  'products',
  'sales',
  'purchases',
]

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  await api.pool.query('create sequence races')
  await loseRaces(0)
  for (const table of tables) {
    await api.pool.query(
      `create trigger lose_race after insert or update on ${table}
       for each statement execute function lose_race()`,
    )
  }
})
beforeEach(() => loseRaces(0))
afterAll(() => api.stop())

/**
 * The next writes lose their race, as many times as told, by deadlock and by serialization in turn. A
 * sequence counts on where work is undone.
 */
async function loseRaces(times: number): Promise<void> {
  await api.pool.query(`
    alter sequence races restart;
    create or replace function lose_race() returns trigger language plpgsql as $$
    declare race bigint := nextval('races');
    begin
      if race <= ${times} then
        raise exception 'lost' using errcode = (array['40P01', '40001'])[race % 2 + 1];
      end if;
      return null;
    end $$`)
}

const names = writeCases.map((write) => ({
  ...write,
  name: `${write.method} ${write.path} ${write.variant}`.trim(),
}))

test.each(names)('what loses a race is done again, and once: $name', async ({ prepare }) => {
  const effects = []
  for (const times of [0, 2]) {
    const write = await prepare(api, shop)
    const before = await readContents(api.pool)
    await loseRaces(times)
    expect((await write()).status).toBeLessThan(300)
    effects.push(effectOf(before, await readContents(api.pool)))
  }
  expect(effects[0]).not.toEqual({})
  expect(effects[1]).toEqual(effects[0])
})

// @holds asvs 2.3.3
test('what loses every race is 503 within 3 seconds, and nothing was done', async () => {
  const calls = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  const before = await readContents(api.pool)
  await loseRaces(1_000_000)
  const begun = performance.now()
  const endOfWatch = watchLatency(api.databaseUrl)
  const answers = await Promise.all(
    calls.map(async (call) => {
      const { status, headers, body } = await call()
      return [status, headers.get('retry-after'), problem.parse(body).detail].join(' ')
    }),
  )
  const longest = performance.now() - begun
  expect(longest).toBeLessThan(3_000 + (await endOfWatch()))
  expect([...new Set(answers)]).toEqual(['503 1 The database is busy.'])
  expect(effectOf(before, await readContents(api.pool))).toEqual({})
  await loseRaces(0)
  for (const call of calls) expect((await call()).status).toBeLessThan(300)
  await shop.stock()
})
