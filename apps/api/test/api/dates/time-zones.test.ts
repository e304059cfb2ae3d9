import { dailyTotals, expenses } from '@stockie/contracts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { operationsOf, readDocument } from '#test/openapi/document-reader'
import { parametersIn } from '#test/openapi/example-calls'
import { openProgram, serverEnv } from '#test/support/built-program'
import { createCalendar, daysAfter, lastOfMonth } from '#test/support/calendar'
import { createTestDatabase } from '#test/support/database/test-database'
import { type DocumentKind, documentKinds } from '#test/support/document-kinds'
import {
  invalidRanges,
  type ServedShop,
  serveInZone,
  serverZones,
  shortFormZones,
} from './date-fixtures'

/** The first and last possible day, ends of years and months, and days with a clock change somewhere. */
const days = [
  '0001-01-01',
  '1994-12-31',
  '1995-01-01',
  '2011-12-30',
  '2024-02-29',
  '2024-03-01',
  '2025-12-31',
  '2026-01-01',
  '2026-03-08',
  '2026-04-05',
  '2026-10-04',
  '2026-10-31',
  '2026-11-01',
  '9999-12-31',
]

const program = openProgram()
beforeAll(async () => {})

const cases = serverZones.map((server, index) => ({
  server,
  // Far from the server's zone.
  database: serverZones[(index + 2) % serverZones.length] ?? 'UTC',
}))

function describeServer(zones: (typeof cases)[number]) {
  let served: ServedShop
  beforeAll(async () => {
    served = await serveInZone(program, zones)
  })
  afterAll(() => served.stop())

  const read = async (path: string): Promise<unknown> => (await served.call(path)).body

  async function list(kind: DocumentKind, query: string): Promise<Record<string, unknown>[]> {
    const rows = await read(`/${kind.path}?${query}`)
    if (!Array.isArray(rows)) throw new Error(`No list: ${JSON.stringify(rows)}`)
    return rows
  }

  describe.each(documentKinds)('$path', (kind) => {
    const bodyOf = (day: string, quantity: number) =>
      kind.body(served.shop, [{ productId: served.shop.products[0], quantity }], {
        [kind.dateField]: day,
      })
    const recorded: { id: unknown; day: string }[] = []
    beforeAll(async () => {
      for (const [index, day] of days.entries()) {
        const { body } = await served.call(`/${kind.path}`, { body: bodyOf(day, 2 ** index) })
        recorded.push({ id: Object(body)[kind.idField], day: Object(body)[kind.dateField] })
      }
    })

    // @holds decision 12.1
    test('the API stores and returns every day exactly as it was sent', async () => {
      expect(recorded.map(({ day }) => day)).toEqual(days)
      const { rows } = await served.pool.query(
        `select id, ${kind.singular}_date::text as day from ${kind.path} order by id`,
      )
      expect(rows).toEqual(recorded)
      const listed = (await list(kind, '')).map((row) => ({
        id: row[kind.idField],
        day: row[kind.dateField],
      }))
      expect(listed).toEqual(recorded.toReversed())
    })

    test('a document keeps its day when it is replayed, and when it is deleted and restored', async () => {
      const token = served.shop.token
      for (const day of ['2026-03-08', '2024-02-29']) {
        const headers = { 'idempotency-key': `${kind.path}-of-${day}` }
        const first = await served.call(`/${kind.path}`, { token, headers, body: bodyOf(day, 1) })
        const again = await served.call(`/${kind.path}`, { token, headers, body: bodyOf(day, 1) })
        expect(first).toMatchObject({ status: 201, body: { [kind.dateField]: day } })
        expect(again).toMatchObject({ status: 201, text: first.text })

        const ids = [Object(first.body)[kind.idField]]
        await served.call(`/${kind.path}/${ids[0]}`, { method: 'DELETE' })
        const onDay = `startDate=${day}&endDate=${day}`
        expect(await list(kind, onDay)).toHaveLength(1)
        expect(await served.call(`/${kind.path}/restore`, { body: { ids } })).toMatchObject({
          body: { count: 1 },
        })
        expect((await list(kind, onDay))[0]).toEqual(first.body)
        await served.call(`/${kind.path}/${ids[0]}`, { method: 'DELETE' })
      }
    })

    test('the daily totals list exactly the days of the documents', async () => {
      const total = kind.path === 'sales' ? 'totalSales' : 'totalPurchases'
      const none = { totalSales: 0, totalPurchases: 0, totalExpenses: 0 }
      // The documents of the other kind have the same days, so this reads only one total.
      const daily = dailyTotals.row.array().parse(await read('/reports/daily'))
      expect(daily.map((row) => ({ ...none, day: row.day, [total]: row[total] }))).toEqual(
        days.map((day, index) => ({ ...none, day, [total]: 3 * 2 ** index })),
      )
    })

    // @holds decision 12.2
    test('every list and report includes both ends of a range, and everything on an open side', async () => {
      const column = kind.path === 'sales' ? 'units_sold' : 'units_purchased'
      const total = kind.path === 'sales' ? 'totalSales' : 'totalPurchases'
      for (const [index, day] of days.entries()) {
        const ranges: [start: string | undefined, end: string | undefined][] = [
          [day, day],
          [day, undefined],
          [undefined, day],
          [days[index - 1] ?? day, day],
          [day, days[days.length - 3] ?? day],
          [`${day.slice(0, 7)}-01`, lastOfMonth(day)],
          [`${day.slice(0, 4)}-01-01`, `${day.slice(0, 4)}-12-31`],
        ]
        for (const [startDate, endDate] of ranges) {
          if (startDate && endDate && startDate > endDate) continue
          const range = { ...(startDate && { startDate }), ...(endDate && { endDate }) }
          const query = new URLSearchParams(range).toString()
          const daysInRange = days.filter(
            (date) => (startDate ?? date) <= date && date <= (endDate ?? date),
          )
          const units = daysInRange.reduce((sum, date) => sum + 2 ** days.indexOf(date), 0)

          const listed = (await list(kind, query)).map((row) => row[kind.dateField])
          expect(listed, `query "${query}"`).toEqual(daysInRange.toReversed())
          expect(await read(`/reports/profit-summary?${query}`), `query "${query}"`).toMatchObject({
            [total]: 3 * units,
          })
          expect(await read(`/products/summary?${query}`), `query "${query}"`).toMatchObject([
            { name: 'Tea', [column]: units },
            { name: 'Rice', [column]: 0 },
            { name: 'Oil', [column]: 0 },
          ])
        }
      }
    })
  })

  // @holds decision 12.3
  test("a new expense belongs to the store's current day, also after an update or a restore", async () => {
    // Without STORE_TIME_ZONE, the store uses the server's time zone.
    const dayOf = createCalendar(zones.server)
    const body = { name: 'Rent', amount: 7, expenseCategoryId: served.shop.expenseCategoryId }
    const before = Date.now()
    const created = expenses.row.parse((await served.call('/expenses', { body })).body)
    const at = Date.parse(created.createdAt)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now() + 1)
    const { rows } = await served.pool.query(
      `select id from expenses where created_at = to_timestamp($1 / 1000.0)`,
      [at],
    )
    expect(rows).toEqual([{ id: created.id }])

    const today = dayOf(at)
    const onDay = (day: string) => `startDate=${day}&endDate=${day}`
    expect(await read(`/expenses?${onDay(today)}`)).toEqual([created])
    expect(await read(`/expenses?${onDay(daysAfter(today, -1))}`)).toEqual([])
    expect(await read(`/expenses?${onDay(daysAfter(today, 1))}`)).toEqual([])
    expect(await read(`/reports/profit-summary?${onDay(today)}`)).toMatchObject({
      totalExpenses: 7,
    })

    const path = `/expenses/${created.id}`
    const updated = await served.call(path, { method: 'PUT', body: { ...body, amount: 8 } })
    expect(updated).toMatchObject({ status: 200, body: { createdAt: created.createdAt } })
    await served.call(path, { method: 'DELETE' })
    await served.call('/expenses/restore', { body: { ids: [created.id] } })
    expect(await read(`/expenses?${onDay(today)}`)).toEqual([{ ...created, amount: 8, version: 2 }])
  })

  // @holds decision 12.2, 34.2
  test('the API rejects every invalid date range of every list and report', async () => {
    const dated = operationsOf(await readDocument(served)).filter((operation) =>
      parametersIn(operation, 'query').some(({ name }) => name === 'startDate'),
    )
    const paths = dated.map(({ path }) => path.replace('{id}', '1'))
    expect(paths).toContain('/reports/profit-summary')
    for (const path of paths) {
      const moment = path.endsWith('/changes-since') ? 'asOf=2026-01-01&' : ''
      for (const query of invalidRanges.map((range) => `${moment}${range}`)) {
        const { status, headers, body } = await served.call(`${path}?${query}`)
        expect(status, `${path}?${query}`).toBe(400)
        expect(headers.get('content-type'), `${path}?${query}`).toContain(
          'application/problem+json',
        )
        expect(Object(body).errors[0].path, `${path}?${query}`).toMatch(/^(start|end)Date$/)
      }
    }
  })
}

describe.each(cases.filter(({ server }) => shortFormZones.includes(server)))(
  'dates on a server in $server',
  (zones) => {
    describeServer(zones)
  },
)

describe.each(cases.filter(({ server }) => !shortFormZones.includes(server)))(
  'dates on a server in $server @long',
  (zones) => {
    describeServer(zones)
  },
)

test('the program does not start with a STORE_TIME_ZONE that its database does not know', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const env = { ...(await serverEnv(database.url)), STORE_TIME_ZONE: 'IST' }
  const { child, ended } = program.start('main', { env })
  onTestFinished(() => void child.kill())
  const { code, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^STORE_TIME_ZONE must be a time zone .*, such as Europe\/Berlin.*\.\n$/)
})
