import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { daySheetWriteCases } from '#test/support/writes/day-sheet-write-cases'
import { returnWriteCases } from '#test/support/writes/return-write-cases'
import { writeCases, type WriteCase } from '#test/support/writes/write-cases'

let api: TestApi
let shop: TestShop
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterAll(() => api.stop())

const cases = [...writeCases, ...returnWriteCases, ...daySheetWriteCases]
  .filter(({ path }) => /^\/(sales|purchases|returns|day-sheets)/.test(path))
  .map((write) => ({ ...write, name: `${write.method} ${write.path} ${write.variant}`.trim() }))

/** Whether a write records a document. Its statement looks up the session itself. */
const isRecording = ({ path }: Pick<WriteCase, 'path'>) => /^\/\w+(\/\{id\}\/returns)?$/.test(path)

async function countQueries({ prepare }: Pick<WriteCase, 'prepare'>): Promise<number> {
  const write = await prepare(api, shop)
  api.databaseProxy.queries.breakAt(Infinity, 'before')
  const { status } = await write()
  const queries = api.databaseProxy.queries.stop()
  expect(status).toBeLessThan(300)
  return queries
}

test.each(cases.filter(isRecording))('$name runs one query', async (write) => {
  expect(await countQueries(write)).toBe(1)
})

const isOfBatch = ({ variant }: WriteCase) => variant.startsWith('of a batch')

test.each(cases.filter((write) => !isRecording(write) && !isOfBatch(write)))(
  '$name runs one query besides the session lookup',
  async (write) => {
    expect(await countQueries(write)).toBe(2)
  },
)

test.each(cases.filter(isOfBatch))(
  '$name runs one query besides the lookups of the session and of the batch',
  async (write) => {
    expect(await countQueries(write)).toBe(3)
  },
)
