import { products, type Product } from '@stockie/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { startTestApi, type Answer, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'

let api: TestApi
let shop: TestShop
beforeEach(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
})
afterEach(() => api.stop())

const send = (path: string, sent?: unknown, method?: string, version?: number): Promise<Answer> =>
  api.call(path, {
    token: shop.token,
    body: sent,
    ...(method && { method }),
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  })

const body = (name: string, changes: object = {}) => ({
  name,
  price: 24,
  cost: 11,
  stock: 0,
  categoryId: shop.categoryId,
  ...changes,
})

async function add(name: string, code?: string | null): Promise<Product> {
  const answer = await send('/products', body(name, { code }))
  expect(answer.status).toBe(201)
  return products.row.parse(answer.body)
}

const edit = ({ id, name }: Product, changes: object): Promise<Answer> =>
  send(`/products/${id}`, body(name, changes), 'PUT')
const remove = async (...ids: number[]) => {
  const answer = await send('/products/bulk', { ids }, 'DELETE')
  expect(answer.status).toBe(200)
  return Object(answer.body).batch as string
}
const restore = (sent: object) => send('/products/restore', sent)

async function readCodes(): Promise<Record<string, string | null>> {
  const rows = products.row.array().parse((await send('/products')).body)
  return Object.fromEntries(rows.map(({ name, code }) => [name, code]))
}

const belongsTo = (name: string) => {
  const message = `This code belongs to "${name}".`
  return { status: 422, body: { detail: message, errors: [{ path: 'code', message }] } }
}

/** SQL for a product that another transaction is about to add. */
const addingInk = (code: string) =>
  `insert into products (name, price, cost, category_id, code)
   values ('Ink', 8, 4, ${shop.categoryId}, '${code}')`

test('a product keeps its code until an edit sends another one or none', async () => {
  const pen = await add('Pen', ' PEN 1 ')
  expect(pen.code).toBe('PEN 1')
  expect((await add('Ink')).code).toBeNull()
  expect((await edit(pen, { price: 25 })).body).toMatchObject({ code: 'PEN 1', version: 2 })
  expect((await edit(pen, { price: 25, code: 'pen 1' })).body).toMatchObject({
    code: 'pen 1',
    version: 3,
  })
  expect((await readCodes())['Pen']).toBe('pen 1')
  expect((await edit(pen, { price: 25, code: '' })).body).toMatchObject({ code: null, version: 4 })
  expect((await edit(pen, { price: 25, code: null })).body).toMatchObject({
    code: null,
    version: 4,
  })
})

test('the activities of a product name its codes', async () => {
  const pen = await add('Pen', 'PEN-1')
  await edit(pen, { code: 'PEN-2' })
  const { body: rows } = await send(`/activity?resource=products&id=${pen.id}`)
  expect(rows).toMatchObject([
    { action: 'changed', changes: [{ field: 'code', before: 'PEN-1', after: 'PEN-2' }] },
    { action: 'created' },
  ])
})

test.each([
  ['PEN-1', 'pen-1'],
  ['036000291452', '0036000291452'],
  ['0036000291452', '036000291452'],
])('a code is taken by the product that has it: %s and %s', async (code, same) => {
  const pen = await add('Pen', code)
  const ink = await add('Ink', 'INK-1')
  expect(await send('/products', body('Nib', { code: same }))).toMatchObject(belongsTo('Pen'))
  expect(await edit(ink, { code: same, price: 9 })).toMatchObject(belongsTo('Pen'))
  expect(await readCodes()).toMatchObject({ Pen: code, Ink: 'INK-1' })
  expect((await send('/products')).body).toContainEqual(ink)
  // The product that has it may write it in another way.
  expect(await edit(pen, { code: same })).toMatchObject({ status: 200, body: { code: same } })
  await remove(pen.id)
  expect(await edit(ink, { code: same })).toMatchObject({ status: 200, body: { code: same } })
})

test('the current version is checked before the code', async () => {
  await add('Pen', 'PEN-1')
  const ink = await add('Ink', 'INK-1')
  await edit(ink, { code: 'INK-2' })
  const taken = body('Ink', { code: 'PEN-1' })
  expect(await send(`/products/${ink.id}`, taken, 'PUT', 1)).toMatchObject({
    status: 412,
    body: { current: { code: 'INK-2' } },
  })
  expect(await send(`/products/${ink.id}`, taken, 'PUT', 2)).toMatchObject(belongsTo('Pen'))
})

test('of two simultaneous writes with one code, the second is told who has it @long', async () => {
  const pen = await add('Pen')
  const answers = await queueBehindLock(api.pool, addingInk('NEW-1'), [
    () => send('/products', body('Nib', { code: 'new-1' })),
    () => edit(pen, { code: 'NEW-1' }),
  ])
  for (const answer of answers) expect(answer).toMatchObject(belongsTo('Ink'))
  const other = await queueBehindLock(
    api.pool,
    addingInk('NEW-2'),
    [() => edit(pen, { code: 'NEW-2' })],
    'rollback',
  )
  expect(other).toMatchObject([{ status: 200, body: { code: 'NEW-2' } }])
})

test('two products that want the code of each other at the same moment are both refused @long', async () => {
  const pen = await add('Pen', 'A')
  const ink = await add('Ink', 'B')
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([edit(pen, { code: 'B' }), edit(ink, { code: 'A' })])
    for (const { status } of answers) expect(status).toBe(422)
  }
  expect(await readCodes()).toMatchObject({ Pen: 'A', Ink: 'B' })
})

test('a repeated creation answers as the first one, and does not complain about its own code @long', async () => {
  const create = () =>
    api.call('/products', {
      token: shop.token,
      body: body('Pen', { code: 'PEN-1' }),
      headers: { 'Idempotency-Key': 'pen' },
    })
  const [first, second] = await Promise.all([create(), create()])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect((await create()).body).toEqual(first.body)
})

describe('restoring products', () => {
  test('a restored product keeps its code if no other product has it', async () => {
    const pen = await add('Pen', 'PEN-1')
    await remove(pen.id)
    expect(await restore({ ids: [pen.id] })).toMatchObject({ status: 200, body: { count: 1 } })
    expect((await restore({ ids: [pen.id] })).body).toEqual({ count: 0 })
    expect(await readCodes()).toMatchObject({ Pen: 'PEN-1' })
  })

  test('a restored product comes back without its code if another product has it', async () => {
    const pen = await add('Pen', '036000291452')
    const nib = await add('Nib', 'NIB-1')
    const batch = await remove(pen.id, nib.id)
    await add('Ink', '0036000291452')
    expect((await restore({ batch })).body).toEqual({ count: 2, codesRemoved: [pen.id] })
    expect(await readCodes()).toMatchObject({ Pen: null, Nib: 'NIB-1', Ink: '0036000291452' })
    const { body: rows } = await send(`/activity?resource=products&id=${pen.id}`)
    expect(rows).toMatchObject([
      { action: 'restored' },
      { action: 'changed', changes: [{ field: 'code', before: '036000291452', after: null }] },
      { action: 'deleted' },
      { action: 'created' },
    ])
  })

  test('of several restored products with one code, the one that had it last keeps it', async () => {
    const ids = []
    for (const name of ['First', 'Second', 'Third']) {
      const { id } = await add(name, 'SAME')
      ids.push(id)
      await remove(id)
    }
    // The second one was deleted last.
    await restore({ ids: [ids[1]] })
    await remove(Number(ids[1]))
    expect((await restore({ ids })).body).toEqual({ count: 3, codesRemoved: [ids[0], ids[2]] })
    expect(await readCodes()).toMatchObject({ First: null, Second: 'SAME', Third: null })
  })

  test('a restore notices a code that is taken at the same moment @long', async () => {
    const pen = await add('Pen', 'PEN-1')
    await remove(pen.id)
    const [answer] = await queueBehindLock(api.pool, addingInk('pen-1'), [
      () => restore({ ids: [pen.id] }),
    ])
    expect(answer).toMatchObject({ status: 200, body: { count: 1, codesRemoved: [pen.id] } })
    expect(await readCodes()).toMatchObject({ Pen: null, Ink: 'pen-1' })
  })
})
