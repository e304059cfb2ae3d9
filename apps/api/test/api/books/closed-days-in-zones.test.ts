import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendar } from '#test/support/calendar'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'
import { createClosedShop } from './closed-shop'

/** Days whose end is plain, skipped or repeated by the clocks of a zone. */
const zones: [zone: string, days: string[]][] = [
  ['UTC', ['2026-10-31']],
  ['Pacific/Kiritimati', ['2026-10-31', '1994-12-30']],
  ['Pacific/Niue', ['2026-10-31']],
  ['America/New_York', ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']],
  ['Asia/Kathmandu', ['2026-10-31']],
  ['Asia/Kolkata', ['2026-10-31']],
  ['Australia/Lord_Howe', ['2026-04-04', '2026-04-05', '2026-10-03', '2026-10-04']],
  // The clocks went back from 00:01 to 23:01 of the day before.
  ['America/St_Johns', ['2006-10-28', '2006-10-29']],
  // The clocks went from 24:00 to 23:00, and from 00:00 to 01:00.
  ['America/Sao_Paulo', ['2018-02-17', '2018-11-03']],
  ['Africa/Cairo', ['2026-04-23', '2026-10-29']],
  ['America/Havana', ['2026-03-07', '2026-10-31', '2026-11-01']],
  // A day that the zone skipped follows.
  ['Pacific/Apia', ['2011-12-29', '2026-10-31']],
]

const minute = 60_000

/** The instants at which the calendar shows another day than a minute before, from noon of a day on. */
function changesOfDay(zone: string, day: string): number[] {
  const dayOf = createCalendar(zone)
  const start = Date.parse(`${day}T00:00:00Z`)
  const minutes = Array.from(
    { length: 52 * 60 },
    (_, count) => start - 14 * 60 * minute + count * minute,
  )
  return minutes.filter((at) => dayOf(at) !== dayOf(at - minute) && dayOf(at - minute) >= day)
}

function describeZone(zone: string, days: string[]) {
  let api: TestApi
  let closed: ReturnType<typeof createClosedShop>
  let token: string
  let categoryId: number
  beforeAll(async () => {
    api = await startTestApi({ timeZone: zone })
    await api.pool.query('update books set time_zone = $1', [zone])
    const shop = await openTestShop(api)
    token = shop.token
    categoryId = shop.expenseCategoryId
    closed = createClosedShop(api, shop)
  })
  afterAll(() => api.stop())

  async function spendAt(at: number): Promise<number> {
    const { rows } = await api.pool.query<{ id: number }>(
      `insert into expenses (name, amount, expense_category_id, created_at)
       values ('Rent', 1, $1, $2) returning id`,
      [categoryId, new Date(at)],
    )
    return rows[0]?.id ?? 0
  }

  test.each(days)(
    'an expense is closed up to %s exactly if the reports count it up to then',
    async (day) => {
      await closed.move(null)
      const changes = changesOfDay(zone, day)
      expect(changes.length).toBeGreaterThan(0)
      const ids: number[] = []
      for (const change of changes) {
        for (const offset of [-90, -59, -1, 0, 1, 59, 90])
          ids.push(await spendAt(change + offset * minute))
      }
      const { body } = await api.call(`/expenses?endDate=${day}`, { token })
      const counted = new Set((body as { id: number }[]).map(({ id }) => id))
      const expected = ids.map((id) => counted.has(id))
      // Each change of the day has an expense before and after it.
      expect(new Set(expected).size).toBe(2)

      await closed.move(day)
      const { rows } = await api.pool.query<{ closed: boolean }>(
        `select is_instant_closed(created_at) as closed from expenses where id = any($1) order by id`,
        [ids],
      )
      expect(rows.map(({ closed: isClosed }) => isClosed)).toEqual(expected)
      const statuses = []
      for (const id of ids) {
        statuses.push((await api.call(`/expenses/${id}`, { method: 'DELETE', token })).status)
      }
      expect(statuses).toEqual(expected.map((isClosed) => (isClosed ? 409 : 204)))
    },
  )

  test('an expense of the last closed day is refused, and one of the next day is accepted @long', async () => {
    const [day = ''] = days
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 2 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    await closed.move(day)
    const post = (date: string) => closed.send('POST', '/expenses', closed.expense(date))
    expect((await post(day)).status).toBe(409)
    expect((await post(next)).status).toBe(201)
  })
}

const shortFormZones = ['Asia/Kolkata', 'America/New_York']

describe.each(zones.filter(([zone]) => shortFormZones.includes(zone)))('%s', (zone, days) => {
  describeZone(zone, days)
})

describe.each(zones.filter(([zone]) => !shortFormZones.includes(zone)))(
  '%s @long',
  (zone, days) => {
    describeZone(zone, days)
  },
)
