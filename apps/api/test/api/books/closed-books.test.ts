import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Operation, operationsOf, readDocument } from '#test/openapi/document-reader'
import { type Answer, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import {
  closedThrough,
  createClosedShop,
  datedResources,
  days,
  fingerprint,
  refusalSentence,
} from './closed-shop'

let api: TestApi
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
let operations: Operation[]
/** The last call: 'POST /sales'. */
let lastCall = ''
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  const call: TestApi['call'] = (path, options) => {
    lastCall = `${options?.method} ${path}`
    return api.call(path, options)
  }
  closed = createClosedShop({ pool: api.pool, call }, shop)
  operations = operationsOf(await readDocument(api))
})
beforeEach(() => closed.move(null))
afterAll(() => api.stop())

const refused = `409 urn:stockie:problem:books-closed ${refusalSentence}`

/** The statuses that the OpenAPI document declares for a call. */
function declaredStatuses(call: string): string[] {
  const operation = operations.find(({ method, path }) =>
    new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '\\d+')}$`).test(call),
  )
  return Object.keys(operation?.responses ?? {})
}

/** How a write ended, and whether it stored anything. */
async function outcomeOf(write: () => Promise<Answer>) {
  const before = JSON.stringify(await fingerprint(api))
  const { status, body } = await write()
  expect(declaredStatuses(lastCall)).toContain(String(status))
  const { type, detail } = Object(body) as Record<string, string>
  const isStored = JSON.stringify(await fingerprint(api)) !== before
  return { answer: status < 300 ? 'accepted' : `${status} ${type} ${detail}`, isStored }
}

type Write = {
  name: string
  /** Prepares a write of a record of this day while the books are open, and returns it. */
  prepare: (day: string) => Promise<() => Promise<Answer>>
}

const writesOfRecords = datedResources.flatMap((resource): Write[] => {
  const pair = async (day: string) => [
    await closed.record(resource, '2026-11-20'),
    await closed.record(resource, day),
  ]
  const removePair = async (day: string) => {
    const { body } = await closed.send('DELETE', `/${resource}/bulk`, { ids: await pair(day) })
    return Object(body) as { batch: string }
  }
  return [
    {
      name: `POST of ${resource}`,
      prepare: async (day) => {
        const [path, body] = await closed.recording(resource, day)
        return () => closed.send('POST', path, body, { 'Idempotency-Key': `${resource}-${day}` })
      },
    },
    {
      name: `DELETE of one of ${resource}`,
      prepare: async (day) => {
        const id = await closed.record(resource, day)
        return () => closed.send('DELETE', `/${resource}/${id}`)
      },
    },
    {
      name: `bulk DELETE of ${resource} with an open one`,
      prepare: async (day) => {
        const ids = await pair(day)
        return () => closed.send('DELETE', `/${resource}/bulk`, { ids })
      },
    },
    {
      name: `restore of ${resource} by their ids`,
      prepare: async (day) => {
        const ids = await pair(day)
        await closed.send('DELETE', `/${resource}/bulk`, { ids })
        return () => closed.send('POST', `/${resource}/restore`, { ids })
      },
    },
    {
      name: `restore of ${resource} by their batch`,
      prepare: async (day) => {
        const { batch } = await removePair(day)
        return () => closed.send('POST', `/${resource}/restore`, { batch })
      },
    },
  ]
})

const expenseEdit = (name: string, from: (day: string) => string, to: (day: string) => string) => ({
  name,
  prepare: async (day: string) => {
    const id = await closed.record('expenses', from(day))
    const edited = { ...closed.expense(to(day)), amount: 12 }
    return () => closed.send('PUT', `/expenses/${id}`, edited)
  },
})

const writes: Write[] = [
  ...writesOfRecords,
  expenseEdit(
    'PUT of an expense on its day',
    (day) => day,
    (day) => day,
  ),
  expenseEdit(
    'PUT of an expense from an open day',
    () => '2026-11-19',
    (day) => day,
  ),
  expenseEdit(
    'PUT of an expense to an open day',
    (day) => day,
    () => '2026-11-19',
  ),
  {
    name: 'POST of a cash count',
    prepare: async (day) => () => closed.count(day),
  },
  {
    name: 'DELETE of a sale whose return is of this day',
    prepare: async (day) => {
      const [path, body] = await closed.recording('returns', day)
      await closed.send('POST', path, body)
      return () => closed.send('DELETE', path.replace('/returns', ''))
    },
  },
  {
    name: 'restore of a sale whose return is of this day',
    prepare: async (day) => {
      const [path, body] = await closed.recording('returns', day)
      await closed.send('POST', path, body)
      const [, , id] = path.split('/')
      await closed.send('DELETE', `/sales/${id}`)
      return () => closed.send('POST', '/sales/restore', { ids: [Number(id)] })
    },
  },
  {
    name: 'POST of the sale of a parked sale',
    prepare: async (day) => {
      const [path, sale] = await closed.recording('sales', day)
      const parked = await closed.send('POST', '/parked-sales', { ...sale, name: 'Ada' })
      await closed.send('POST', `/parked-sales/${Object(parked.body).id}/take`)
      return () => closed.send('POST', path, sale)
    },
  },
]

describe.each(writes)('$name', ({ prepare }) => {
  test.each(Object.entries(days))(
    'is refused %s exactly if that day is closed, and a refused one stores nothing',
    async (_name, day) => {
      const write = await prepare(day)
      await closed.move(closedThrough)
      const accepted = { answer: 'accepted', isStored: true }
      expect(await outcomeOf(write)).toEqual(
        day <= closedThrough ? { answer: refused, isStored: false } : accepted,
      )
      await shop.stock()
    },
  )
})

test.each(writes)('$name is accepted once the books are open again @long', async ({ prepare }) => {
  const write = await prepare(closedThrough)
  await closed.move(closedThrough)
  expect((await write()).status).toBe(409)
  await closed.move(null)
  expect((await write()).status).toBeLessThan(300)
})
