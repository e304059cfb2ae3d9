import type { ImportResource } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createUser } from '#test/support/test-users'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.pool
    .query(`delete from import_changes; update products set deleted_at = now(), deleted_by_id = 1,
    deletion_batch = gen_random_uuid() where deleted_at is null; update customers set deleted_at = now(),
    deleted_by_id = 1, deletion_batch = gen_random_uuid() where deleted_at is null; update categories
    set deleted_at = now(), deleted_by_id = 1, deletion_batch = gen_random_uuid() where deleted_at is null;
    update expense_categories set deleted_at = now(), deleted_by_id = 1, deletion_batch = gen_random_uuid()
    where deleted_at is null`)
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

type Plan = Parameters<typeof client.preview>[1]

async function previewFile(resource: ImportResource, file: string, plan?: Plan) {
  const { id } = await client.upload(resource, file)
  return client.preview(id, plan)
}

const header = 'Product Name,Code,Category,Cost,Price\n'

test('a row finds its product by id, else by code, else by name', async () => {
  const [tea, rice, oil] = shop.products
  await api.pool.query('update products set code = $2 where id = $1', [rice, '012345678905'])
  const file = `ID,${header}${tea},Green tea,,Drinks,2,3\n,Brown rice,0012345678905,Drinks,4,5\n,Oil,,Drinks,6,8\n`
  const { rows, counts } = await previewFile('products', file)
  expect(counts).toMatchObject({ changed: 3, new: 0 })
  expect(rows.changed.map(({ record }) => record?.id)).toEqual([tea, rice, oil])
})

test('a code that no product has becomes the first code of the product with that name', async () => {
  const [tea, rice] = shop.products
  await api.pool.query('update products set code = $2 where id = $1', [rice, 'R1'])
  const { rows } = await previewFile('products', `${header}Tea,T1,Drinks,2,3\nRice,R2,Drinks,4,5\n`)
  expect(rows.changed).toMatchObject([{ record: { id: tea } }])
  expect(rows.new).toMatchObject([{ values: { name: 'Rice', code: 'R2' } }])
})

test('ids of another shop are left out, and still tell two rows of one name apart @long', async () => {
  await api.pool.query(`insert into shop_keys (key) values ('11111111') on conflict do nothing`)
  const [tea] = shop.products
  const file = `ID 22222222,Name\n${tea},Ben\n70007,Ben\n`
  const { id, mapping } = await client.upload('customers', file)
  expect(mapping).toEqual({ name: [1] })
  const { counts, notes } = await client.preview(id)
  expect(counts).toMatchObject({ new: 2, duplicates: 0 })
  expect(notes).toEqual(['The IDs are those of another shop. Rows match by code or name instead.'])
  expect((await client.upload('customers', file.replace('22222222', '11111111'))).mapping).toEqual({
    id: [0],
    name: [1],
  })
})

test('a repeated import of two customers with one name changes nothing @long', async () => {
  const file = 'ID 22222222,Name,Email\n5,Ben,ben@stockie.test\n7,Ben,\n'
  await client.importFile('customers', file)
  const again = await previewFile('customers', file)
  expect(again.counts).toMatchObject({ unchanged: 2, new: 0, refused: 0 })
})

test('a name that several records have is refused, until the user chooses one of them', async () => {
  await client.importFile('customers', 'Name\nBen\nBen\n', { options: { matchBy: 'none' } })
  const { id, rows } = await previewFile('customers', 'Name,Phone\nBen,123\n')
  const [refused] = rows.refused
  expect(refused).toMatchObject({
    line: 2,
    problems: [{ field: 'name', message: '2 records have the name "Ben". Choose one of them.' }],
    candidates: [{ name: 'Ben' }, { name: 'Ben' }],
  })
  const second = refused?.candidates[1]?.id ?? 0
  const chosen = await client.preview(id, { options: { choices: [{ line: 2, choice: second }] } })
  expect(chosen.rows.changed).toMatchObject([{ record: { id: second } }])
  const added = await client.preview(id, { options: { choices: [{ line: 2, choice: 'new' }] } })
  expect(added.counts).toMatchObject({ new: 1, refused: 0 })
  const skipped = await client.preview(id, { options: { choices: [{ line: 2, choice: 'skip' }] } })
  expect(skipped.rows.refused).toMatchObject([
    { problems: [{ message: 'You leave this row out.' }] },
  ])
})

test('two rows about one record are duplicates, and the first one counts', async () => {
  const file = `${header}Tea,,Drinks,2,4\nTea,,Drinks,2,5\nCola,C1,Drinks,2,4\nCola light,c1,Drinks,2,4\n`
  const { counts, rows } = await previewFile('products', file)
  expect(counts).toMatchObject({ changed: 1, new: 1, duplicates: 2 })
  expect(rows.duplicates).toMatchObject([
    { line: 3, problems: [{ message: 'Row 2 is about the same record.' }] },
    { line: 5, problems: [{ message: 'Row 4 is about the same record.' }] },
  ])
})

test('refused rows have the messages of the specification, and are left out of the import', async () => {
  const file = `${header}\n,,,,\nTea,,Drinks,0,4.5\n,,Drinks,1,1\nCola,,Sweets,1,1\nSalt,ä,Drinks,1,1e400\nMate,,,1,1\n`
  const { id } = await client.upload('products', file)
  const { rows, counts } = await client.preview(id)
  expect(counts).toMatchObject({ refused: 5, new: 0 })
  expect(
    rows.refused.map(({ line, problems }) => [line, ...problems.map(({ message }) => message)]),
  ).toEqual(
    [
      [4, 'Cost must be a positive integer', 'Price must be a positive integer'],
      [5, 'Product name is required'],
      [6, 'There is no category "Sweets".'],
      [
        7,
        'Code may have only unaccented letters, digits, spaces and punctuation',
        'Price must be a positive integer',
      ],
      [8, 'Product category is required'],
    ].map((expected) => [expected[0], ...expected.slice(1)].map((part) => part)),
  )
  const refused = await api.call(`/imports/${id}/refused`, { token: shop.token })
  expect(refused.text.split('\r\n')[1]).toBe(
    'Tea,,Drinks,0,4.5,"Cost must be a positive integer; Price must be a positive integer"',
  )
})

test('options round amounts, fill empty cells and create categories', async () => {
  const file = `${header}Cola,,,,19.50\nMate,,Sweets,1,"1,250.00"\n`
  const { rows, newCategories } = await previewFile('products', file, {
    options: {
      roundAmounts: true,
      createCategories: true,
      defaults: { categoryName: 'Drinks', cost: '7' },
    },
  })
  expect(newCategories).toEqual(['Sweets'])
  expect(rows.new.map(({ values }) => values)).toMatchObject([
    { name: 'Cola', categoryName: 'Drinks', cost: 7, price: 20, stock: 0 },
    { name: 'Mate', categoryName: 'Sweets', cost: 1, price: 1250 },
  ])
})

test('days are read in the order that the file shows, and a day that can be two is refused @long', async () => {
  const days = 'Name,Amount,Category,Date\nRent,9,Rent,03/04/2026\n'
  const unclear = await previewFile('expenses', days)
  expect(unclear.rows.refused).toMatchObject([
    {
      problems: [
        {
          field: 'date',
          message:
            '03/04/2026 can be two days. Go back to Match columns, and choose the order of day and month.',
        },
      ],
    },
  ])
  const clear = await previewFile(
    'expenses',
    `${days}Rent,9,Rent,28/02/2026\nRent,9,Rent,31-02-2026\n`,
  )
  expect(clear.rows.new.map(({ values }) => values['date'])).toEqual(['2026-04-03', '2026-02-28'])
  expect(clear.rows.refused).toMatchObject([
    { problems: [{ message: 'Date must be a real day, written yyyy-MM-dd' }] },
  ])
  const chosen = await previewFile('expenses', days, { options: { dateOrder: 'monthFirst' } })
  expect(chosen.rows.new).toMatchObject([{ values: { date: '2026-03-04' } }])
})

test('a product whose category was deleted needs another one only if the file changes the product @long', async () => {
  const [tea] = shop.products
  await api.call(`/categories/${shop.categoryId}`, { method: 'DELETE', token: shop.token })
  const file = `ID,${header}${tea},Tea,,,2,3\n`
  expect((await previewFile('products', file)).counts).toMatchObject({ unchanged: 1 })
  const byName = [file.replace('2,3', '2,4'), {}] as const
  const byId = [`ID,Price\n${tea},4\n`, { mapping: { id: [0], price: [1] } }] as const
  for (const [changed, plan] of [byName, byId]) {
    const { rows } = await previewFile('products', changed, plan)
    expect(rows.refused).toMatchObject([
      { problems: [{ field: 'categoryName', message: 'Product category is required' }] },
    ])
  }
})

test('expenses are only added, and equal ones are unchanged as often as they exist @long', async () => {
  const row = 'Rent,9,Rent,2026-02-28\n'
  const file = `Name,Amount,Category,Date\n${row}${row}`
  expect((await client.importFile('expenses', file)).counts).toMatchObject({ new: 2 })
  const third = await previewFile('expenses', `${file}${row}`)
  expect(third.counts).toMatchObject({ unchanged: 2, new: 1 })
})

test('cashiers may not import, and a second key starts no second commit', async () => {
  const cashier = await createUser(api.pool, 3)
  const token = api.tokens.sign({ userId: cashier.id, version: 0 })
  expect((await createImportClient(api, token).send('customers', 'Name\nBen\n')).status).toBe(403)
  const { id } = await previewFile('customers', 'Name\nBen\n')
  expect((await client.start(id, 'commit', 'first')).status).toBe(202)
  expect((await client.start(id, 'commit', 'first')).status).toBe(202)
  expect((await client.start(id, 'commit', 'second')).status).toBe(409)
  expect(await client.settled(id)).toMatchObject({ state: 'committed', total: 1 })
})

test('a product that was deleted or changed after the preview stops the import as a whole', async () => {
  const { id } = await previewFile('products', `${header}Tea,,Drinks,2,9\nCola,,Drinks,2,9\n`)
  await api.call(`/products/${shop.products[0]}`, { method: 'DELETE', token: shop.token })
  expect(await client.run(id, 'commit')).toMatchObject({
    state: 'failed',
    error: 'A record of this file was changed or deleted meanwhile. Preview the file again.',
  })
  const { body } = await api.call('/products', { token: shop.token })
  expect(body).toHaveLength(2)
})

test('an upload with the same key and file is the same import, and another file is a conflict', async () => {
  const first = await client.send('customers', 'Name\nBen\n', 'upload')
  expect(first.status).toBe(201)
  expect((await client.send('customers', 'Name\nBen\n', 'upload')).body).toEqual(first.body)
  expect((await client.send('customers', 'Name\nCem\n', 'upload')).status).toBe(409)
})

test('a commit of a preview that is no longer the newest one is a conflict, and stores nothing', async () => {
  const { id, version } = await previewFile('customers', 'Name\nBen\n')
  const newest = await client.preview(id, { options: { matchBy: 'none' } })
  const commit = (seen: number) =>
    api.call(`/imports/${id}/commit`, {
      method: 'POST',
      token: shop.token,
      headers: { 'If-Match': `"${seen}"` },
    })
  expect((await commit(version)).body).toMatchObject({
    status: 409,
    detail: 'This import has a newer preview. Preview the file again.',
  })
  expect(await client.find(id)).toMatchObject({ state: 'previewed' })
  expect((await commit(newest.version)).status).toBe(202)
  expect(await client.settled(id)).toMatchObject({ state: 'committed' })
})
