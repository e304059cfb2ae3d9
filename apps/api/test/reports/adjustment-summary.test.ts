import {
  adjustmentReasons,
  adjustmentSummary,
  type AdjustmentReason,
  type AdjustmentSummaryRow,
} from '@stockie/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustmentSummaryQuery } from '#src/modules/stock'
import { createShopClient } from '#test/support/shop-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { markDeleted, openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let calls: ReturnType<typeof createShopClient>
beforeAll(async () => {
  api = await startTestApi({ timeZone: 'Asia/Kolkata' })
  shop = await openTestShop(api)
  calls = createShopClient(api, shop)
})
afterAll(() => api.stop())

const reasons = [...adjustmentReasons, null]

type Change = {
  product: number
  at: string
  delta: number
  reason: AdjustmentReason | null
  cost: number | null
}

async function adjust(changes: readonly Change[]) {
  await api.pool.query(
    `insert into stock_movements
       (product_id, created_at, delta, reason, adjustment_reason, unit_cost, user_id)
     select product, at, delta, 'adjustment', reason, cost, $2
     from json_to_recordset($1) as change
       (product int, at timestamptz, delta int, reason text, cost int)
     order by product`,
    [JSON.stringify(changes), shop.user.id],
  )
}

const readRows = async (query = '') =>
  adjustmentSummary.row.array().parse(await calls.read(`/reports/adjustments?${query}`))

const row = (month: string, reason: AdjustmentReason | null, more: object) => ({
  month,
  reason,
  movements: 1,
  movementsWithoutCost: 0,
  unitsAdded: 0,
  unitsRemoved: 0,
  netUnits: 0,
  valueAdded: 0,
  valueRemoved: 0,
  ...more,
})

test('the summary sums up changes by hand by month and reason in the time zone of the shop', async () => {
  expect(await readRows()).toEqual([])
  const [tea, rice] = shop.products
  await calls.sell('2026-10-31', [{ productId: tea, quantity: 5 }])
  await adjust([
    // The clock of the shop shows 5:29 and 5:30 on the 1st of November.
    { product: tea, at: '2026-10-31T18:29:59.999Z', delta: -2, reason: 'damaged', cost: 11 },
    { product: tea, at: '2026-10-31T18:30:00Z', delta: -3, reason: 'damaged', cost: 12 },
    { product: rice, at: '2026-11-02T12:00:00Z', delta: 1, reason: 'damaged', cost: 100 },
    { product: rice, at: '2026-11-30T18:00:00Z', delta: 4, reason: null, cost: null },
  ])
  const october = row('2026-10', 'damaged', { unitsRemoved: 2, netUnits: -2, valueRemoved: 22 })
  const november = [
    row('2026-11', 'damaged', {
      movements: 2,
      unitsAdded: 1,
      unitsRemoved: 3,
      netUnits: -2,
      valueAdded: 100,
      valueRemoved: 36,
    }),
    row('2026-11', null, { movementsWithoutCost: 1, unitsAdded: 4, netUnits: 4 }),
  ]
  expect(await readRows()).toEqual([...november, october])
  expect(await readRows('startDate=2026-11-01')).toEqual(november)
  expect(await readRows('endDate=2026-10-31')).toEqual([october])
  expect(await readRows('startDate=2026-11-30&endDate=2026-11-30')).toEqual(november.slice(1))
  const ofTea = await readRows(`productId=${tea}`)
  expect(ofTea.map(({ month, netUnits }) => [month, netUnits])).toEqual([
    ['2026-11', -3],
    ['2026-10', -2],
  ])
  expect(await readRows('productId=999999')).toEqual([])
  await api.pool.query(markDeleted('products', tea, shop.user.id))
  expect(await readRows()).toEqual([...november, october])
  await calls.restore('products', [tea])
})

test('an edit of a product reaches the summary at its cost, and a later cost changes nothing', async () => {
  const [, , oil] = shop.products
  const edit = (changes: object) =>
    api.call(`/products/${oil}`, {
      method: 'PUT',
      token: shop.token,
      body: { name: 'Oil', price: 5, cost: 3, categoryId: shop.categoryId, ...changes },
    })
  const path = `productId=${oil}`
  const status = calls.poll(`/reports/adjustments?${path}`)
  expect(await status()).toBe(200)
  expect(await status()).toBe(304)
  await edit({ stock: 98, baseStock: 100, stockReason: 'own-use', stockNote: 'Kitchen' })
  expect(await status()).toBe(200)
  const [month = ''] = (await readRows(path)).map((found) => found.month)
  const kept = [row(month, 'own-use', { unitsRemoved: 2, netUnits: -2, valueRemoved: 6 })]
  expect(await readRows(path)).toEqual(kept)
  await edit({ stock: 98, baseStock: 98, cost: 4 })
  expect(await readRows(path)).toEqual(kept)
})

test('the summary is for staff, and refuses an invalid range or product', async () => {
  expect(await calls.statusesFor('/reports/adjustments', [1, 2, 3, 4])).toEqual([
    200, 200, 200, 403,
  ])
  for (const query of ['productId=0', 'productId=x', 'productId=1.5', 'startDate=2026-02-30']) {
    const { status } = await calls.get(`/reports/adjustments?${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
  }
})

/** The day in a time zone, by the calendar of Node. */
const dayAt = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(at))

/** The second computation: one change after the other. */
function summarize(changes: readonly Change[], timeZone: string) {
  const rows = new Map<string, AdjustmentSummaryRow>()
  for (const { at, delta, reason, cost } of changes) {
    const month = dayAt(at, timeZone).slice(0, 7)
    const key = `${month} ${reason}`
    const found = rows.get(key) ?? row(month, reason, { movements: 0 })
    const [added, removed] = [Math.max(delta, 0), Math.max(-delta, 0)]
    rows.set(key, {
      ...found,
      movements: found.movements + 1,
      movementsWithoutCost: found.movementsWithoutCost + (cost === null ? 1 : 0),
      unitsAdded: found.unitsAdded + added,
      unitsRemoved: found.unitsRemoved + removed,
      netUnits: found.netUnits + delta,
      valueAdded: found.valueAdded + added * (cost ?? 0),
      valueRemoved: found.valueRemoved + removed * (cost ?? 0),
    })
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      other.month.localeCompare(one.month) ||
      reasons.indexOf(one.reason) - reasons.indexOf(other.reason),
  )
}

const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Europe/London', 'Asia/Kathmandu']

/** Instants of two years. Half of them lie within a day of the first of a month. */
const instants = fc
  .record({
    month: fc.nat(23),
    minutes: fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.nat(43_200)),
  })
  .map(({ month, minutes }) => new Date(Date.UTC(2025, month, 1) + minutes * 60_000).toISOString())

const rounds = fc.record({
  changes: fc.array(
    fc.record({
      product: fc.nat(2),
      at: instants,
      delta: fc.integer({ min: -1000, max: 1000 }).filter((delta) => delta !== 0),
      reason: fc.constantFrom(...reasons),
      cost: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    }),
    { minLength: 1, maxLength: 60 },
  ),
  zone: fc.constantFrom(...zones),
  days: fc.tuple(instants, instants),
})

test('the summary agrees with a second computation over random changes in every time zone @long', async () => {
  const { rows: own } = await api.pool.query<{ id: number }>(
    `insert into products (name, price, cost, category_id)
     select 'Bolt', 1, 1, $1 from generate_series(1, 3) returning id`,
    [shop.categoryId],
  )
  const ledger: Change[] = []
  for (const { changes, zone, days } of fc.sample(rounds, 30)) {
    const added = changes.map((change) => ({ ...change, product: own[change.product]?.id ?? 0 }))
    await adjust(added)
    ledger.push(...added)
    const [startDate = '', endDate = ''] = days.map((at) => dayAt(at, zone)).toSorted()
    for (const productId of own.map(({ id }) => id)) {
      const { text, values } = adjustmentSummaryQuery({ startDate, endDate, productId }, zone)
      const { rows } = await api.pool.query<{ body: string }>(
        `select coalesce(json_agg(summary), '[]')::text as body from (${text}) as summary`,
        values,
      )
      const isAsked = ({ product, at }: Change) =>
        product === productId && dayAt(at, zone) >= startDate && dayAt(at, zone) <= endDate
      expect(JSON.parse(rows[0]?.body ?? '')).toEqual(summarize(ledger.filter(isAsked), zone))
    }
  }
})
