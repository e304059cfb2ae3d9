import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contents, effectOf, readContents } from '#test/support/database/database-contents'
import type { QueryPhase } from '#test/support/database/database-proxy'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
/** A pool beside the proxy that counts and breaks the queries of the API. */
let direct: pg.Pool
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
  direct = new pg.Pool({ connectionString: api.databaseUrl, max: 2 })
})
afterAll(async () => {
  await direct.end()
  await api.stop()
})

const file = `Product Name,Category,Cost,Price,Stock
Tea,Drinks,2,4,90
Rice,Grain,4,6,100
Cola,Drinks,1,2,12
Mate,Grain,1,3,0
`

async function prepareCommit(): Promise<number> {
  const { id } = await client.upload('products', file)
  const { counts } = await client.preview(id, { options: { createCategories: true } })
  expect(counts).toMatchObject({ new: 2, changed: 2 })
  return id
}

async function prepareUndo(): Promise<number> {
  const id = await prepareCommit()
  expect(await client.run(id, 'commit')).toMatchObject({ state: 'committed' })
  return id
}

/**
 * The records of the shop, without the import itself and the rows of its file. Each import names its own id and new
 * ids of categories, so only the numbers of rows are compared, and the stock.
 */
async function readShop(): Promise<Contents> {
  const contents = await readContents(direct)
  const ofTheFile = ['imports', 'import_rows', 'import_plans']
  const ofTheShop = Object.entries(contents).filter(([name]) => !ofTheFile.includes(name))
  return Object.fromEntries(
    ofTheShop.map(([name, held]) => [name, held.split(' ').slice(0, 3).join(' ')]),
  )
}

async function readState(id: number): Promise<string> {
  const { rows } = await direct.query<{ state: string }>(
    'select state from imports where id = $1',
    [id],
  )
  return rows[0]?.state ?? ''
}

/** Waits for the job, unless its request failed before the job began. */
async function settle(id: number): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const state = await readState(id)
    if (!state.endsWith('ing')) return state
    await wait(10)
  }
  return readState(id)
}

let keys = 0

type Step = 'commit' | 'revert'

/** Runs the step while the connection breaks at this query. Returns the key of its request. */
async function breakStep(id: number, step: Step, query: number, moment: QueryPhase) {
  keys += 1
  const key = `break-${keys}`
  api.databaseProxy.queries.breakAt(query, moment)
  await client.start(id, step, key)
  const state = await settle(id)
  return { key, state, queries: api.databaseProxy.queries.stop() }
}

/** Sends the same request again, as a user does, and after a failure the preview too. */
async function finish(id: number, step: Step, key: string): Promise<string> {
  const { status } = await client.start(id, step, key)
  if (status === 202 && (await settle(id)) !== 'failed') return settle(id)
  if (step === 'commit') await client.preview(id, { options: { createCategories: true } })
  await client.start(id, step, `${key}-again`)
  return settle(id)
}

/** Breaks the connection at each query. Returns what was wrong afterwards. */
async function breakAtEachQuery(
  step: Step,
  prepare: () => Promise<number>,
  done: 'committed' | 'reverted',
): Promise<string[]> {
  const first = await prepare()
  const empty = await readShop()
  const { state, queries } = await breakStep(first, step, Infinity, 'before')
  expect(state).toBe(done)
  const full = effectOf(empty, await readShop())
  expect(queries).toBeGreaterThan(8)
  expect(Object.keys(full)).toEqual(expect.arrayContaining(['products', 'stock']))
  if (step === 'commit') await client.run(first, 'revert')

  const wrong: string[] = []
  for (let query = 1; query <= queries; query += 1) {
    for (const moment of ['before', 'after'] as const) {
      const id = await prepare()
      const before = await readShop()
      const broken = await breakStep(id, step, query, moment)
      const effect = effectOf(before, await readShop())
      const due = broken.state === done ? full : {}
      const at = `${moment} query ${query} (${broken.state})`
      if (JSON.stringify(effect) !== JSON.stringify(due))
        wrong.push(`${at}: half: ${JSON.stringify(effect)}`)
      const end = await finish(id, step, broken.key)
      if (end !== done) wrong.push(`${at}: ends as ${end}`)
      const total = effectOf(before, await readShop())
      if (JSON.stringify(total) !== JSON.stringify(full))
        wrong.push(`${at}: applied as ${JSON.stringify(total)}`)
      if (step === 'commit') await client.run(id, 'revert')
    }
  }
  return wrong
}

async function expectAtomicity(...[step, prepare, done]: Parameters<typeof breakAtEachQuery>) {
  expect(await breakAtEachQuery(step, prepare, done)).toEqual([])
  await shop.stock()
}

// @holds decision 9.4
test('the commit of an import takes effect as a whole or not at all when the connection breaks at any of its queries', () =>
  expectAtomicity('commit', prepareCommit, 'committed'))

// @holds decision 9.4
test('the undo of an import takes effect as a whole or not at all when the connection breaks at any of its queries @long', () =>
  expectAtomicity('revert', prepareUndo, 'reverted'))

/** Breaks the connection before each query of the start. The state must stay. */
async function expectUnbegun(step: Step, prepare: () => Promise<number>, state: string) {
  // The account, the end of lost imports, and the start itself. After these, the job runs.
  for (const query of [1, 2, 3]) {
    const id = await prepare()
    api.databaseProxy.queries.breakAt(query, 'before')
    const { status } = await client.start(id, step)
    expect(api.databaseProxy.queries.stop()).toBe(query)
    expect([status, await readState(id)]).toEqual([503, state])
    if (step === 'revert') await client.run(id, step)
  }
  const id = await prepare()
  api.databaseProxy.queries.breakAt(4, 'before')
  expect((await client.start(id, step)).status).toBe(202)
  api.databaseProxy.queries.stop()
  if ((await settle(id)) === 'committed') await client.run(id, 'revert')
}

// @holds decision 9.4
test('the start of an import changes nothing when the connection breaks before any of its queries', () =>
  expectUnbegun('commit', prepareCommit, 'previewed'))

// @holds decision 9.4
test('the start of an undo changes nothing when the connection breaks before any of its queries', () =>
  expectUnbegun('revert', prepareUndo, 'committed'))
