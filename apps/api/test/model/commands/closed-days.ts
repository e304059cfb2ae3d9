import { isDeepStrictEqual } from 'node:util'
import { books } from '@stockie/contracts'
import { type Call, type Explanation, impossibleAnswer, type ModelAnswer } from '#test/model/calls'
import { days, storeDay } from '#test/model/day-ranges'
import { itemAt, type ModelRun } from '#test/model/model-run'
import type { Step } from '#test/model/sequence-plans'
import type { Shop } from '#test/model/shop-model'
import { sendWithRetry } from '#test/support/http-clients'

/** Open books, and days that some of the documents have, none of them in the future. */
const [, firstOfMonth = '', lastOfPrevious = '', , firstOfPrevious = '', middle = ''] = days
const ends = [null, firstOfPrevious, null, middle, null, lastOfPrevious, firstOfMonth]

/** Moves the end of the closed books while no other call runs. */
export async function playMove(run: ModelRun, plan: NonNullable<Step['move']>): Promise<void> {
  const closedThrough = itemAt(ends, plan.end)
  const answer = await sendWithRetry({
    port: itemAt(run.ports, plan.api),
    method: 'PUT',
    path: '/books',
    body: JSON.stringify({ closedThrough }),
    // Only the owner may.
    token: itemAt(run.users, 0).token,
    headers: {},
  })
  const version = run.books.version + (closedThrough === run.books.closedThrough ? 0 : 1)
  const expected = { closedThrough, exactSince: null, exactSinceDay: null, version }
  run.transcript.push(`PUT /books ${closedThrough}\n   -> ${answer.status}`)
  const { today: _today, ...moved } = books.parse(answer.body)
  if (answer.status !== 200 || !isDeepStrictEqual(moved, expected)) {
    throw impossibleAnswer(answer)
  }
  run.books = { closedThrough, version }
}

/** Explains a call that the closed books refused: it changed nothing. Undefined for every other answer. */
export function explainRefusal(
  call: Call,
  answer: ModelAnswer,
  { shop, batches, books: { closedThrough } }: ModelRun,
): Explanation | undefined {
  const { type } = Object(answer.body) as { type?: unknown }
  if (answer.status !== 409 || type !== 'urn:stockie:problem:books-closed') return undefined
  if (!touchesClosedDay(call, { shop, batches, closedThrough })) throw impossibleAnswer(answer)
  return { effects: [] }
}

type Dated = 'sales' | 'purchases' | 'returns' | 'expenses'
const isDated = (resource: Call['resource']): resource is Dated =>
  ['sales', 'purchases', 'returns', 'expenses'].includes(resource)

/** Whether the books can refuse a call: it names a closed day, or a record of one that it would change. */
function touchesClosedDay(
  { resource, method, path, body = '{}' }: Call,
  {
    shop,
    batches,
    closedThrough,
  }: Pick<ModelRun, 'shop' | 'batches'> & Pick<ModelRun['books'], 'closedThrough'>,
): boolean {
  if (closedThrough === null) return false
  const sent = Object(JSON.parse(body)) as Record<string, unknown>
  const named = sent['saleDate'] ?? sent['purchaseDate'] ?? sent['returnDate'] ?? sent['date']
  if (typeof named === 'string' && named <= closedThrough) return true
  if (!isDated(resource)) return false
  const [, , id] = path.split('/')
  const isRestore = path.endsWith('/restore')
  const isRemoval = method === 'DELETE' || isRestore
  if (!isRemoval && method !== 'PUT') return false
  const ids = Array.isArray(sent['ids']) ? sent['ids'].map(Number) : undefined
  const batch = batches.find(
    ({ name, ...of }) => name === sent['batch'] && of.resource === resource,
  )
  const candidates = ids ?? ('batch' in sent ? (batch?.ids ?? []) : [Number(id)])
  return candidates.some((one) => {
    const isDeleted = shop[resource].get(one)?.deletion != null
    return (
      isDeleted === isRestore &&
      closedDaysOf(shop, resource, one).some((day) => day <= closedThrough)
    )
  })
}

/** The days of a record, and those of the returns that follow a sale. */
function closedDaysOf(shop: Shop, resource: Dated, id: number): string[] {
  const own = dayOf(shop, resource, id)
  const returned =
    resource === 'sales' ? [...shop.returns.values()].filter(({ saleId }) => saleId === id) : []
  return [...(own === undefined ? [] : [own]), ...returned.map(({ day }) => day)]
}

function dayOf(shop: Shop, resource: Dated, id: number): string | undefined {
  if (resource !== 'expenses') return shop[resource].get(id)?.day
  const expense = shop.expenses.get(id)
  return expense && storeDay(expense.createdAt)
}

/** Returns the shop after a step. Throws if a record of a closed day was added or changed. */
export function withClosedDaysKept(
  { shop: before, books: { closedThrough } }: ModelRun,
  after: Shop,
): Shop {
  if (closedThrough === null) return after
  for (const resource of ['sales', 'purchases', 'returns', 'expenses'] as const) {
    for (const [id, record] of after[resource]) {
      const dates = [dayOf(before, resource, id), dayOf(after, resource, id)]
      const isClosed = dates.some((day) => day !== undefined && day <= closedThrough)
      if (isClosed && !isDeepStrictEqual(record, before[resource].get(id))) {
        throw new Error(`${resource}/${id} was written in books closed up to ${closedThrough}.`)
      }
    }
  }
  for (const [id, { row }] of after['day-sheets']) {
    if (row.date <= closedThrough && !before['day-sheets'].has(id)) {
      throw new Error(`A cash count of ${row.date} was stored in closed books.`)
    }
  }
  return after
}
