import { problem } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effectOf, readContents } from '#test/support/database/database-contents'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { watchLatency } from '#test/support/database/database-server'
import { daySheetWriteCases } from '#test/support/writes/day-sheet-write-cases'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { writeCases } from '#test/support/writes/write-cases'

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
  await api.pool.query('create sequence attempts')
  await raiseConflicts(0)
  for (const table of tables) {
    await api.pool.query(
      `create trigger raise_conflict after insert or update on ${table}
       for each statement execute function raise_conflict()`,
    )
  }
})
beforeEach(() => raiseConflicts(0))
afterAll(() => api.stop())

/**
 * Makes the next statements fail, alternately by deadlock and by serialization failure. The attempts are
 * counted by a sequence, because it ignores rollbacks.
 */
async function raiseConflicts(times: number): Promise<void> {
  await api.pool.query(`
    alter sequence attempts restart;
    create or replace function raise_conflict() returns trigger language plpgsql as $$
    declare attempt bigint := nextval('attempts');
    begin
      if attempt <= ${times} then
        raise exception 'conflict' using errcode = (array['40P01', '40001'])[attempt % 2 + 1];
      end if;
      return null;
    end $$`)
}

const cases = [...writeCases, ...returnWriteCases, ...daySheetWriteCases].map((write) => ({
  ...write,
  name: `${write.method} ${write.path} ${write.variant}`.trim(),
}))
async function expectSameEffect({ prepare }: (typeof cases)[number]): Promise<void> {
  const effects = []
  for (const times of [0, 2]) {
    const write = await prepare(api, shop)
    const before = await readContents(api.pool)
    await raiseConflicts(times)
    expect((await write()).status).toBeLessThan(300)
    effects.push(effectOf(before, await readContents(api.pool)))
  }
  expect(effects[0]).not.toEqual({})
  expect(effects[1]).toEqual(effects[0])
}

const movesStock = ({ path }: { path: string }) => /^\/(?:products|sales|purchases)\b/.test(path)

test.each(cases.filter(movesStock))(
  'a write is retried after conflicts and takes effect once: $name',
  expectSameEffect,
)

test.each(cases.filter((write) => !movesStock(write)))(
  'a write is retried after conflicts and takes effect once: $name @long',
  expectSameEffect,
)

// @holds asvs 2.3.3
test('a write that conflicts every time gets 503 within 3 seconds and changes nothing', async () => {
  const calls = []
  for (const { prepare } of writeCases) calls.push(await prepare(api, shop))
  const before = await readContents(api.pool)
  await raiseConflicts(1_000_000)
  const start = performance.now()
  const stopWatching = watchLatency(api.databaseUrl)
  const answers = await Promise.all(
    calls.map(async (call) => {
      const { status, headers, body } = await call()
      return [status, headers.get('retry-after'), problem.parse(body).detail].join(' ')
    }),
  )
  const longest = performance.now() - start
  expect(longest).toBeLessThan(3_000 + (await stopWatching()))
  expect([...new Set(answers)]).toEqual(['503 1 The database is busy.'])
  expect(effectOf(before, await readContents(api.pool))).toEqual({})
  await raiseConflicts(0)
  for (const call of calls) expect((await call()).status).toBeLessThan(300)
  await shop.stock()
})
