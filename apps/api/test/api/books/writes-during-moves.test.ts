import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrokenInvariants } from '#src/database/sql/invariants'
import { withClient } from '#test/support/database/database-server'
import { type Answer, startSecondApi, startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import {
  closedThrough,
  createClosedShop,
  type DatedResource,
  datedResources,
  idOf,
} from './closed-shop'

/** A write has been checked some time before its commit, so that a move may come between the two. */
const slowCommits = [
  `create function pause_commit() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.04); return null; end $$`,
  ...[...datedResources, 'day_sheets'].map(
    (table) =>
      `create constraint trigger pause_commit after insert or update on ${table}
         deferrable initially deferred for each row execute function pause_commit()`,
  ),
].join(';')

let api: TestApi
let other: Awaited<ReturnType<typeof startSecondApi>>
let shop: TestShop
let closed: ReturnType<typeof createClosedShop>
beforeAll(async () => {
  api = await startTestApi()
  await api.pool.query(slowCommits)
  other = await startSecondApi(api)
  shop = await openTestShop(api)
  closed = createClosedShop(api, shop)
})
afterAll(async () => {
  await other.stop()
  await api.stop()
})

/** The records of the closed period: how many are not deleted, and a text that changes with each of them. */
async function readClosed(): Promise<{ count: number; text: string }> {
  const { rows } = await api.pool.query<{ count: number; text: string }>(
    `select count(*) filter (where deleted_at is null)::integer as count,
       md5(string_agg(row, ',' order by row)) as text
     from (
       select 's' || s::text as row, deleted_at from sales s where sale_date <= $1
       union all select 'p' || p::text, deleted_at from purchases p where purchase_date <= $1
       union all select 'r' || r::text, deleted_at from returns r where return_date <= $1
       union all select 'e' || e::text, deleted_at from expenses e where created_at < $1::date + 1
       union all select 'd' || d::text, null from day_sheets d where day <= $1
     ) as closed`,
    [closedThrough],
  )
  return rows[0] ?? { count: 0, text: '' }
}

/** A write may take longer than a move waits on a busy machine. */
async function moveAtLast(shopAt: typeof closed, day: string | null): Promise<void> {
  const { status, text } = await shopAt.send('PUT', '/books', { closedThrough: day })
  if (status === 503) return moveAtLast(shopAt, day)
  if (status !== 200) throw new Error(text)
}

/** The calls of the writers of the next test. Both outcomes of each must occur. */
const kinds = [
  'POST /day-sheets',
  'PUT /expenses',
  ...datedResources.flatMap((name) =>
    ['POST', 'DELETE', 'bulk DELETE', 'restore by ids', 'restore by batch'].map(
      (write) => `${write} /${name}`,
    ),
  ),
]

test('no write of two APIs slips into the closed period while its day moves, and a refused one stores nothing @long', async () => {
  const elsewhere = createClosedShop({ ...api, call: other.call }, shop)
  let isOver = false
  const outcomes = new Set<string>()
  let accepted = 0
  const before = await readClosed()

  /** Counts how many records a write has added. Answers undefined if the books were closed. */
  async function attempt(
    kind: string,
    answering: Promise<Answer>,
    added: (body: Record<string, unknown>) => number,
  ): Promise<Record<string, unknown> | undefined> {
    const { status, text, body } = await answering
    if (status === 409) {
      outcomes.add(`${kind} refused`)
      return undefined
    }
    if (status >= 300) throw new Error(`${kind}: ${status} ${text}`)
    const result = Object(body) as Record<string, unknown>
    // A bulk write of nothing is never refused.
    if (result['count'] !== 0) outcomes.add(`${kind} accepted`)
    accepted += added(result)
    return result
  }

  async function hammerCounts(shopAt: typeof closed) {
    while (!isOver) await attempt('POST /day-sheets', shopAt.count(closedThrough), () => 1)
  }

  async function hammer(shopAt: typeof closed, resource: DatedResource) {
    while (!isOver) {
      const [path, body] = await shopAt.recording(resource, closedThrough)
      const posting = shopAt.send('POST', path, body)
      const stored = await attempt(`POST /${resource}`, posting, () => 1)
      if (stored) await hammerRecord(shopAt, resource, idOf(resource, stored))
    }
  }

  async function hammerRecord(shopAt: typeof closed, resource: DatedResource, id: number) {
    const ids = [id]
    const remove = () => shopAt.send('DELETE', `/${resource}/${id}`)
    const removeMany = () => shopAt.send('DELETE', `/${resource}/bulk`, { ids })
    const restore = (body: object) => shopAt.send('POST', `/${resource}/restore`, body)
    const restored = ({ count }: Record<string, unknown>) => Number(count)
    const removed = ({ count }: Record<string, unknown>) => -Number(count)
    /** Each step until it is accepted, so that the next one finds what it changes. */
    const insist = async (
      kind: string,
      write: () => Promise<Answer>,
      added: (body: Record<string, unknown>) => number,
    ) => {
      while (!isOver) {
        const result = await attempt(`${kind} /${resource}`, write(), added)
        if (result) return result
      }
      return undefined
    }
    await insist('DELETE', remove, () => -1)
    await insist('restore by ids', () => restore({ ids }), restored)
    const batch = (await insist('bulk DELETE', removeMany, removed))?.['batch']
    if (batch) await insist('restore by batch', () => restore({ batch }), restored)
    if (batch && resource === 'expenses') {
      const edited = { ...shopAt.expense(closedThrough), amount: 12 }
      const change = () => shopAt.send('PUT', `/expenses/${id}`, edited)
      await insist('PUT', change, () => 0)
    }
  }

  const writers = [closed, elsewhere].flatMap((shopAt) => [
    hammerCounts(shopAt),
    ...datedResources.map((resource) => hammer(shopAt, resource)),
  ])
  const failed = Promise.all(writers)
  const play = async () => {
    for (let round = 0; round < 12 || outcomes.size < 2 * kinds.length; round += 1) {
      await moveAtLast(round % 2 === 0 ? closed : elsewhere, closedThrough)
      // Every write that was stored before the move is visible now, and no other one follows.
      const closing = await readClosed()
      await wait(150)
      expect(await readClosed()).toEqual(closing)
      await moveAtLast(round % 2 === 0 ? elsewhere : closed, null)
      await wait(100)
    }
  }
  try {
    await Promise.race([play(), failed])
  } finally {
    isOver = true
    await failed
  }
  expect([...outcomes].toSorted()).toEqual(
    kinds.flatMap((kind) => [`${kind} accepted`, `${kind} refused`]).toSorted(),
  )
  expect((await readClosed()).count - before.count).toBe(accepted)
  await shop.stock()
  await closed.move(closedThrough)
  expect(await withClient(api.databaseUrl, (client) => readBrokenInvariants(client))).toEqual([])
})
