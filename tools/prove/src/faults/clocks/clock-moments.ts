import { isDeepStrictEqual } from 'node:util'
import { createCalendar, daysAfter, denseInstants } from '@stockie/api/test/calendar'
import { apiRoot, idempotencyKeyHeader } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import { call } from '#src/api-call'
import type { Api } from '#src/api-process'
import { draftPurchase, draftSale } from '#src/clients/client-writes'
import type { Goods } from '#src/clients/clients'
import { type DocumentEntry, createEntry } from '#src/clients/journal'

const [second, hour] = [1_000, 3_600_000]

/**
 * Instants around midnights and daylight saving changes of a zone, and one where the clock is set back an
 * hour.
 */
export function listMoments(zone: string, random: Random): number[] {
  const dayOf = createCalendar(zone)
  const startOf = (day: string) =>
    denseInstants(day, dayOf).find((at) => dayOf(at) === day && dayOf(at - 1) !== day)
  const someDay = daysAfter('2026-01-02', random.int(0, 360))
  const edges = ['2027-01-01', '2028-02-29', '2028-03-01', someDay].map(startOf)
  const changes = findOffsetChanges(zone, 2026)
  const around = [...edges, ...changes].flatMap((at) =>
    at === undefined ? [] : [at - 2 * second, at, at + hour / 2],
  )
  const midnight = startOf(someDay) ?? 0
  // Ten minutes past midnight, and then an hour earlier, on the day before.
  return [...around, midnight + hour / 6, midnight + hour / 6 - hour]
}

/** Finds the instants of a year at which the zone's offset changes. */
function findOffsetChanges(timeZone: string, year: number): number[] {
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

/** Records documents and an expense at a moment, and checks the days that they are listed on. */
export async function playMoment(options: Options, { at, zones, mark }: Moment) {
  const { api, random, expenseCategoryId } = options
  const { headers } = api
  const brokenPromises: string[] = []
  const documents: DocumentEntry[] = []
  const address = `${api.origin}${apiRoot}`
  const moment = `at ${new Date(at).toISOString()}, with the store in ${zones.store}`

  const listIds = async (path: string, day: string, id: string) => {
    const { body } = await call(`${address}${path}?startDate=${day}&endDate=${day}`, { headers })
    return Array.isArray(body) ? body.map((row) => row[id]) : []
  }

  // The user picks the browser's today, or the day before or after.
  const today = createCalendar(zones.browser)(at)
  const picked = daysAfter(today, random.int(-1, 1))
  for (const kind of kinds) {
    const key = `${mark}-${kind.resource}`
    const sent = kind.draft({ random, goods: { ...options.goods, day: picked } }, key)
    const entry = createEntry(kind.resource, { mark: key, sent })
    documents.push(entry)
    const request = {
      method: 'POST',
      headers: { ...headers, [idempotencyKeyHeader]: key },
      body: sent,
    }
    const created = await call(`${address}/${kind.resource}`, request)
    if (created.status !== 201) {
      brokenPromises.push(
        `${moment}: ${picked} was picked, and answered with ${created.status} ${created.detail}`,
      )
      continue
    }
    const answer = created.body as DocumentEntry['answer'] & Record<string, unknown>
    Object.assign(entry, { answer, isDeleted: false })
    const replay = await call(`${address}/${kind.resource}`, request)
    if (!isDeepStrictEqual(replay.body, created.body)) {
      brokenPromises.push(`${moment}: a replay was answered differently`)
    }
    const id = answer[kind.id]
    if (answer[kind.date] !== picked) {
      brokenPromises.push(
        `${moment}: ${picked} was picked, but answered as ${String(answer[kind.date])}`,
      )
    }
    if (!(await listIds(`/${kind.resource}`, picked, kind.id)).includes(id)) {
      brokenPromises.push(`${moment}: the ${kind.resource} of ${picked} do not list ${String(id)}`)
    }
  }

  const body = { name: `Rent ${mark}`, amount: 9, expenseCategoryId }
  const expense = await call(`${address}/expenses`, { method: 'POST', headers, body })
  const { id, createdAt, day } = expense.body as { id: number; createdAt: string; day: string }
  const late = Date.parse(createdAt) - at
  const expectedDay = createCalendar(zones.store)(Date.parse(createdAt))
  if (expense.status !== 201 || late < 0 || late > 10_000 || day !== expectedDay) {
    brokenPromises.push(
      `${moment}: an expense of ${createdAt} was answered with ${expense.status} for ${day}, expected ${expectedDay}`,
    )
  }
  const dated = await call(`${address}/expenses`, {
    method: 'POST',
    headers,
    body: { ...body, name: `Dated rent ${mark}`, date: picked },
  })
  const chosen = dated.body as { id: number; createdAt: string; enteredAt: string; day: string }
  const isOnDay = createCalendar(zones.store)(Date.parse(chosen.createdAt)) === picked
  const entered = Date.parse(chosen.enteredAt) - at
  if (
    dated.status !== 201 ||
    chosen.day !== picked ||
    !isOnDay ||
    !(entered >= 0 && entered <= 10_000)
  ) {
    brokenPromises.push(
      `${moment}: an expense of ${picked} was answered with ${dated.status} ${JSON.stringify(dated.body)}`,
    )
  }
  if (!(await listIds('/expenses', picked, 'id')).includes(chosen.id)) {
    brokenPromises.push(`${moment}: the expenses of ${picked} do not list ${chosen.id}`)
  }
  for (const listed of [-1, 0, 1].map((days) => daysAfter(expectedDay, days))) {
    const isListed = (await listIds('/expenses', listed, 'id')).includes(id)
    if (isListed !== (listed === expectedDay)) {
      const how = isListed ? 'also' : 'not'
      brokenPromises.push(`${moment}: an expense of ${expectedDay} is ${how} listed on ${listed}`)
    }
  }
  return { documents, brokenPromises }
}

const kinds = [
  { resource: 'sales', id: 'saleId', date: 'saleDate', draft: draftSale },
  { resource: 'purchases', id: 'purchaseId', date: 'purchaseDate', draft: draftPurchase },
] as const
