import { isDeepStrictEqual } from 'node:util'
import { createCalendar, daysAfter, denseInstants } from '@stockie/api/test/calendar'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import { call } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftPurchase, draftSale } from '#src/clients/client-writes'
import type { Goods } from '#src/clients/clients'
import { type DocumentEntry, unansweredEntry } from '#src/clients/journal'

const [second, hour] = [1_000, 3_600_000]

/** Instants at which the clocks of a zone do something, one after another, and one hour back as somebody sets it. */
export function momentsOf(zone: string, random: Random): number[] {
  const dayOf = createCalendar(zone)
  const beginOf = (day: string) =>
    denseInstants(day, dayOf).find((at) => dayOf(at) === day && dayOf(at - 1) !== day)
  const someDay = daysAfter('2026-01-02', random.int(0, 360))
  const edges = ['2027-01-01', '2028-02-29', '2028-03-01', someDay].map(beginOf)
  const changes = changesOf(zone, 2026)
  const around = [...edges, ...changes].flatMap((at) =>
    at === undefined ? [] : [at - 2 * second, at, at + hour / 2],
  )
  const midnight = beginOf(someDay) ?? 0
  // Ten minutes past midnight, and then it is the day before again.
  return [...around, midnight + hour / 6, midnight + hour / 6 - hour]
}

/** When the zone's clocks are set forward or back in a year. */
function changesOf(timeZone: string, year: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const changes: number[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 24 * hour) {
    if (offsetAt(at) === offsetAt(at + 24 * hour)) continue
    for (let half = at; half < at + 24 * hour; half += hour / 2) {
      if (offsetAt(half) !== offsetAt(half + hour / 2)) changes.push(half + hour / 2)
    }
  }
  return changes
}

type Options = { api: Api; goods: Goods; random: Random; expenseCategoryId: number }
type Moment = { at: number; zones: { store: string; browser: string }; mark: string }

/** What is recorded at a moment, as it was answered, and what is not on the day that it must be on. */
export async function playMoment(options: Options, { at, zones, mark }: Moment) {
  const { api, random, expenseCategoryId } = options
  const { headers } = api
  const unkept: string[] = []
  const documents: DocumentEntry[] = []
  const address = `${api.origin}${apiRoot}`
  const when = `at ${new Date(at).toISOString()}, the store in ${zones.store}`

  const idsOn = async (path: string, day: string, id: string) => {
    const { body } = await call(`${address}${path}?startDate=${day}&endDate=${day}`, { headers })
    return Array.isArray(body) ? body.map((row) => row[id]) : []
  }

  // Picked in a browser that shows its own today, or the day before or after.
  const today = createCalendar(zones.browser)(at)
  const picked = daysAfter(today, random.int(-1, 1))
  for (const kind of kinds) {
    const own = `${mark}-${kind.resource}`
    const sent = kind.draft({ random, goods: { ...options.goods, day: picked } }, own)
    const entry = unansweredEntry(kind.resource, { mark: own, sent })
    documents.push(entry)
    const request = {
      method: 'POST',
      headers: { ...headers, [idempotencyKeyHeader]: own },
      body: sent,
    }
    const made = await call(`${address}/${kind.resource}`, request)
    if (made.status !== 201) {
      unkept.push(`${when}: ${picked} was picked, and answered ${made.status} ${made.detail}`)
      continue
    }
    const answer = made.body as DocumentEntry['answer'] & Record<string, unknown>
    Object.assign(entry, { answer, isDeleted: false })
    const again = await call(`${address}/${kind.resource}`, request)
    if (!isDeepStrictEqual(again.body, made.body)) unkept.push(`${when}: the same again is another`)
    const id = answer[kind.id]
    if (answer[kind.date] !== picked) {
      unkept.push(`${when}: ${picked} was picked, and answered ${String(answer[kind.date])}`)
    }
    if (!(await idsOn(`/${kind.resource}`, picked, kind.id)).includes(id)) {
      unkept.push(`${when}: ${kind.resource} of ${picked} have no ${String(id)}`)
    }
  }

  const body = { name: `Rent ${mark}`, amount: 9, expenseCategoryId }
  const spent = await call(`${address}/expenses`, { method: 'POST', headers, body })
  const { id, createdAt, day } = spent.body as { id: number; createdAt: string; day: string }
  const late = Date.parse(createdAt) - at
  const due = createCalendar(zones.store)(Date.parse(createdAt))
  if (spent.status !== 201 || late < 0 || late > 10_000 || day !== due) {
    unkept.push(
      `${when}: an expense of ${createdAt} was answered ${spent.status} as of ${day}, and not ${due}`,
    )
  }
  for (const one of [daysAfter(due, -1), due, daysAfter(due, 1)]) {
    const isThere = (await idsOn('/expenses', one, 'id')).includes(id)
    if (isThere !== (one === due))
      unkept.push(`${when}: an expense of ${due} is ${isThere ? 'also' : 'not'} listed on ${one}`)
  }
  return { documents, unkept }
}

const kinds = [
  { resource: 'sales', id: 'saleId', date: 'saleDate', draft: draftSale },
  { resource: 'purchases', id: 'purchaseId', date: 'purchaseDate', draft: draftPurchase },
] as const
