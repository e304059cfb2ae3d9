import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

async function salesAsOf(moment: string): Promise<number> {
  const query = new URLSearchParams({ asOf: moment })
  return Object(
    await createShopClient(api, shop).read(`/reports/profit-summary?${query.toString()}`),
  ).totalSales
}

/** A moment between what was done before and what is done after. */
async function takeMoment(): Promise<string> {
  await setTimeout(2)
  const moment = new Date().toISOString()
  await setTimeout(2)
  return moment
}

const sell = (price: number) =>
  createShopClient(api, shop).sell('2026-03-02', [{ productId: shop.products[0], price }])

test('a sale that waits for a lock counts from its commit, not from its start', async () => {
  const before = await salesAsOf(await takeMoment())
  const moments: string[] = []
  await queueBehindLock(
    api.pool,
    `select from products where id = ${shop.products[0]} for update`,
    [
      () => sell(5),
      async () => {
        // The sale waits by now. This call waits behind it, so that the lock is kept until then.
        moments.push(await takeMoment())
        return sell(6)
      },
    ],
  )
  const [waiting = ''] = moments
  expect(await salesAsOf(waiting)).toBe(before)
  expect(await salesAsOf(await takeMoment())).toBe(before + 11)
})

/** Sells while a trigger pauses the commit, after the journal has the entry of the sale. */
async function sellInSlowCommit(price: number, seconds: number): Promise<Promise<number>[]> {
  await api.pool.query(`
    create or replace function pause_commit() returns trigger language plpgsql as
      'begin perform pg_sleep(${seconds}); return null; end';
    create constraint trigger zz_pause_commit after insert on sales
      deferrable initially deferred for each row execute function pause_commit()`)
  onTestFinished(async () => void (await api.pool.query('drop function pause_commit() cascade')))
  const selling = sell(price)
  const isCommitting = async () => {
    const { rows } = await api.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows.length > 0
  }
  while (!(await isCommitting())) await setTimeout(5)
  return [selling]
}

test('a request as of now waits for a commit that has its moment but is not visible yet', async () => {
  const before = await salesAsOf(await takeMoment())
  const [selling] = await sellInSlowCommit(7, 0.5)
  const moment = new Date().toISOString()
  expect(await salesAsOf(moment)).toBe(before + 7)
  await selling
  expect(await salesAsOf(moment)).toBe(before + 7)
})

test('a request as of a moment is answered with 503 while a commit takes too long @long', async () => {
  const [selling] = await sellInSlowCommit(8, 4)
  const moment = new Date().toISOString()
  const { get } = createShopClient(api, shop)
  const answer = await get(
    `/reports/profit-summary?${new URLSearchParams({ asOf: moment }).toString()}`,
  )
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  // The present report does not wait.
  expect((await get('/reports/profit-summary')).status).toBe(200)
  await selling
  expect((await get(`/products/summary?asOf=${moment.slice(0, 10)}`)).status).toBe(200)
})

test('everything that one transaction changes has the same moment', async () => {
  const ids = [await sell(1), await sell(2), await sell(3)]
  const { token } = shop
  await api.call('/sales/bulk', { token, method: 'DELETE', body: { ids } })
  const { rows } = await api.pool.query<{ moments: number; entries: number }>(
    `select count(distinct at)::int as moments, count(*)::int as entries from journal
     where action = 'deleted' and document_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ moments: 1, entries: 3 }])
})

test.each(['update journal set amount = 0', 'delete from journal', 'truncate journal'])(
  'the journal is append-only: %s is refused',
  async (change) => {
    await expect(api.pool.query(change)).rejects.toMatchObject({
      constraint: 'journal_append_only',
    })
    const other = change.replace('journal', 'former_records').replace('amount = 0', 'name = null')
    await expect(api.pool.query(other)).rejects.toMatchObject({
      constraint: 'former_records_append_only',
    })
  },
)
