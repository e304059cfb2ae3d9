import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeEach(async () => {
  await api?.stop()
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

const header = 'Product Name,Code,Category,Cost,Price\n'

async function previewFile(...[resource, file]: Parameters<typeof client.upload>): Promise<number> {
  const { id } = await client.upload(resource, file)
  await client.preview(id, { options: { createCategories: true } })
  return id
}

async function add(path: string, body: object): Promise<void> {
  const { status, text } = await api.call(path, { token: shop.token, body })
  if (status !== 201) throw new Error(text)
}

test.each([
  ['without a code', '5', null, true],
  ['with a code, if the row has none', '', '6', true],
  ['without a code, if the row has none', '', null, true],
  ['with another code', '5', '6', false],
] as const)(
  'an import checks the names that were added after its preview: a product %s @long',
  async (_name, code, addedCode, isRefused) => {
    const id = await previewFile(
      'products',
      `${header}Mate,9,Drinks,2,9\nCola,${code},Drinks,2,9\n`,
    )
    const { categoryId } = shop
    const cola = { name: 'Cola', code: addedCode, categoryId, cost: 2, price: 3, stock: 0 }
    await add('/products', { ...cola, description: '' })
    expect(await client.run(id, 'commit')).toMatchObject(
      isRefused
        ? { state: 'failed', error: '"Cola" was added meanwhile. Preview the file again.' }
        : { state: 'committed' },
    )
  },
)

test('an import is refused if one of its new categories was added after its preview @long', async () => {
  const id = await previewFile('products', `${header}Bread,,Bakery,2,9\nMate,,Drinks,2,9\n`)
  await add('/categories', { name: 'Bakery' })
  expect(await client.run(id, 'commit')).toMatchObject({
    state: 'failed',
    error: 'The category "Bakery" was added meanwhile. Preview the file again.',
  })
})

test('an import of expenses ignores equal names that existed at its preview @long', async () => {
  const lamp = { name: 'Lamp', amount: 3, expenseCategoryId: shop.expenseCategoryId }
  await add('/expenses', { ...lamp, description: '' })
  const file = 'Name,Amount,Category,Date\nLamp,9,Rent,2026-02-28\n'
  const [id, again] = [await previewFile('expenses', file), await previewFile('expenses', file)]
  expect(await client.run(id, 'commit')).toMatchObject({ state: 'committed' })
  expect(await client.run(again, 'commit')).toMatchObject({
    state: 'failed',
    error: '"Lamp" was added meanwhile. Preview the file again.',
  })
})
