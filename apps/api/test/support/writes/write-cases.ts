import type { Answer, call } from '#test/support/http-clients'
import { documentKinds } from '#test/support/document-kinds'
import type { TestShop } from '#test/support/test-shop'

/** One write route, with the records that its call needs. */
export type WriteCase = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** The path as in the OpenAPI document. */
  path: string
  /** Tells two writes of the same route apart; empty for the plain one. */
  variant:
    | ''
    | 'with an Idempotency-Key'
    | 'with If-Match'
    | 'of a batch'
    | 'with returns'
    | 'of a batch with returns'
    | 'of a finished count'
    | 'that takes a number back, with an Idempotency-Key'
    | 'of what was shown'
  /** Creates the records that the call needs and returns the call. */
  prepare: (api: Caller, shop: TestShop) => Promise<() => Promise<Answer>>
  /**
   * Whether an identical second call finds nothing to do, has another effect, or repeats the first answer.
   */
  onRepeat: 'nothing' | 'another' | 'first'
}

export type Caller = { call: typeof call }
type Body = Record<string, unknown>

const contact = { name: 'Ben', email: 'ben@stockie.test', phone: '1', address: '2 Quay Street' }
const records: [path: string, body: (shop: TestShop) => Body][] = [
  ['/customers', () => contact],
  ['/suppliers', () => contact],
  ['/categories', () => ({ name: 'Snacks' })],
  ['/expense-categories', () => ({ name: 'Rent' })],
  [
    '/expenses',
    (shop) => ({
      name: 'Rent',
      amount: 9,
      expenseCategoryId: shop.expenseCategoryId,
      date: '2026-02-28',
    }),
  ],
  [
    '/products',
    (shop) => ({ name: 'Salt', price: 2, cost: 1, stock: 7, categoryId: shop.categoryId }),
  ],
]

export const send = (
  api: Caller,
  shop: TestShop,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => api.call(path, { method, token: shop.token, body, headers })

export async function createRecord(
  api: Caller,
  shop: TestShop,
  path: string,
  body: Body,
): Promise<number> {
  const answer = await send(api, shop, 'POST', path, body)
  if (answer.status !== 201) throw new Error(answer.text)
  const row = answer.body as Record<string, number>
  return row.id ?? row.saleId ?? row.purchaseId ?? Number.NaN
}

let keyCount = 0

const recordWrites = records.flatMap(([path, body]): WriteCase[] => {
  const edited = (shop: TestShop) => ({
    ...body(shop),
    name: 'Edited',
    ...(path === '/products' && { stock: 5, baseStock: 7, stockReason: 'lost', stockNote: 'Gone' }),
    ...(path === '/expenses' && { date: '2026-03-01' }),
  })
  return [
    {
      method: 'POST',
      path,
      onRepeat: 'another',
      variant: '',
      prepare: async (api, shop) => () => send(api, shop, 'POST', path, body(shop)),
    },
    {
      method: 'PUT',
      path: `${path}/{id}`,
      // A product's edit sends a stock and its base, so each call adds the difference again.
      onRepeat: path === '/products' ? 'another' : 'first',
      variant: '',
      prepare: async (api, shop) => {
        const id = await createRecord(api, shop, path, body(shop))
        return () => send(api, shop, 'PUT', `${path}/${id}`, edited(shop))
      },
    },
    {
      method: 'PUT',
      path: `${path}/{id}`,
      variant: 'with If-Match',
      // The repeated call has the version from before its own change: 412.
      onRepeat: 'nothing',
      prepare: async (api, shop) => {
        const id = await createRecord(api, shop, path, body(shop))
        const version = { 'If-Match': '"1"' }
        return () => send(api, shop, 'PUT', `${path}/${id}`, edited(shop), version)
      },
    },
    // All six records share this code path; a product takes the most statements.
    ...(path === '/products' ? [idempotentCreation(path, body)] : []),
    ...removals(path, (api, shop) => createRecord(api, shop, path, body(shop))),
  ]
})

const documentWrites = documentKinds.flatMap((kind): WriteCase[] => {
  const path = `/${kind.path}`
  const body = (shop: TestShop) =>
    kind.body(
      shop,
      [...shop.products, ...shop.products].map((productId) => ({ productId })),
    )
  return [
    {
      method: 'POST',
      path,
      onRepeat: 'another',
      variant: '',
      prepare: async (api, shop) => () => send(api, shop, 'POST', path, body(shop)),
    },
    idempotentCreation(path, body),
    ...removals(path, (api, shop) => createRecord(api, shop, path, body(shop))),
  ]
})

export function idempotentCreation(path: string, body: (shop: TestShop) => Body): WriteCase {
  return {
    method: 'POST',
    path,
    variant: 'with an Idempotency-Key',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      keyCount += 1
      const key = `key-${keyCount}`
      return () => send(api, shop, 'POST', path, body(shop), { 'Idempotency-Key': key })
    },
  }
}

/** `create` returns the id of a new record. */
export function removals(
  path: string,
  create: (api: Caller, shop: TestShop) => Promise<number>,
): WriteCase[] {
  const createTwo = async (api: Caller, shop: TestShop) => ({
    ids: [await create(api, shop), await create(api, shop)],
  })
  return [
    {
      method: 'DELETE',
      path: `${path}/{id}`,
      onRepeat: 'nothing',
      variant: '',
      prepare: async (api, shop) => {
        const id = await create(api, shop)
        return () => send(api, shop, 'DELETE', `${path}/${id}`)
      },
    },
    {
      method: 'DELETE',
      path: `${path}/bulk`,
      onRepeat: 'nothing',
      variant: '',
      prepare: async (api, shop) => {
        const ids = await createTwo(api, shop)
        return () => send(api, shop, 'DELETE', `${path}/bulk`, ids)
      },
    },
    {
      method: 'POST',
      path: `${path}/restore`,
      onRepeat: 'nothing',
      variant: '',
      prepare: async (api, shop) => {
        const ids = await createTwo(api, shop)
        await send(api, shop, 'DELETE', `${path}/bulk`, ids)
        return () => send(api, shop, 'POST', `${path}/restore`, ids)
      },
    },
    {
      method: 'POST',
      path: `${path}/restore`,
      onRepeat: 'nothing',
      variant: 'of a batch',
      prepare: async (api, shop) => {
        const ids = await createTwo(api, shop)
        const { body: deleted } = await send(api, shop, 'DELETE', `${path}/bulk`, ids)
        const { batch } = Object(deleted)
        return () => send(api, shop, 'POST', `${path}/restore`, { batch })
      },
    },
  ]
}

/** All write routes of the eight resources. */
export const writeCases = [...recordWrites, ...documentWrites]
