import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop } from '#test/support/test-shop'

let api: TestApi
let token: string
let client: ReturnType<typeof createImportClient>
beforeAll(async () => {
  api = await startTestApi()
  token = (await openTestShop(api)).token
  client = createImportClient(api, token)
})
afterAll(() => api.stop())

const file = 'Name\nBen\n'

async function uploadAndPreview(name: string): Promise<number> {
  const { id } = await client.upload('customers', `Name\n${name}\n`)
  await client.preview(id)
  return id
}

async function age(ids: number[], interval: string): Promise<void> {
  await api.pool.query(
    `update imports set created_at = now() - $2::interval where id = any($1::integer[])`,
    [ids, interval],
  )
}

async function readIds(table: 'import_rows' | 'import_plans'): Promise<number[]> {
  const { rows } = await api.pool.query<{ id: number }>(
    `select distinct import_id as id from ${table} order by 1`,
  )
  return rows.map(({ id }) => id)
}

test('an upload removes the files that were not imported for a day, and keeps the history of the others @long', async () => {
  const uploaded = (await client.upload('customers', file)).id
  const previewed = await uploadAndPreview('Cem')
  const { id: committed } = await client.importFile('customers', 'Name\nDan\n')
  const { id: reverted } = await client.importFile('customers', 'Name\nEve\n')
  await client.run(reverted, 'revert')
  const young = await uploadAndPreview('Flo')
  await age([uploaded, previewed, committed, reverted], '1 day 1 minute')
  await age([young], '23 hours 59 minutes')

  const { id: next } = await client.upload('customers', file)
  for (const gone of [uploaded, previewed]) {
    await expect(client.find(gone)).rejects.toThrow('There is no such import')
  }
  expect(await client.find(committed)).toMatchObject({ state: 'committed', counts: { new: 1 } })
  expect(await client.find(reverted)).toMatchObject({ state: 'reverted', undo: { deleted: 1 } })
  expect(await readIds('import_rows')).toEqual([young, next])
  expect(await readIds('import_plans')).toEqual([young])

  expect(await client.run(young, 'commit')).toMatchObject({ state: 'committed' })
  expect(await client.run(committed, 'revert')).toMatchObject({
    state: 'reverted',
    undo: { deleted: 1, kept: 0 },
  })
})

test('the refused rows of an import whose file was removed are a conflict, not an empty table @long', async () => {
  const { id } = await client.importFile('customers', 'Name,Email\nGus,\nHal,no address\n')
  const download = () => api.call(`/imports/${id}/refused`, { token })
  expect((await download()).text).toContain('Invalid email format')
  await age([id], '1 day 1 minute')
  await client.upload('customers', 'Name\nIda\n')
  expect((await download()).body).toMatchObject({
    status: 409,
    detail: 'The file of this import is no longer stored: it is kept for a day.',
  })
})
