import { describe, expect, test } from 'vitest'

import type { CrudResource } from '@/components/crud/crud-resource'
import { requestIdempotentCreate } from '@/lib/api/idempotency'
import { dequeueAllToasts } from '@/lib/toast'
import { expectedSentences } from '@/test/expected-sentences'
import { ok, refuse, stubApi } from '@/test/api-stub'
import { mutate } from '@/test/mutate'

import { categories } from './categories'
import { customers } from './customers'
import { expenseCategories } from './expense-categories'
import { expenses } from './expenses'
import { products } from './products'
import { purchases } from './purchases'
import { sales } from './sales'
import { suppliers } from './suppliers'

const { signal } = new AbortController()

type AnyResource = CrudResource<never, never>

interface Sent {
  body: unknown
  send: () => Promise<unknown>
}

function removals({ remove, removeMany }: Pick<AnyResource, 'remove' | 'removeMany'>): Sent[] {
  const ids = [7, 8]
  return [
    { body: undefined, send: () => mutate(remove, 7) },
    { body: { ids }, send: () => mutate(removeMany, ids) },
  ]
}

/** Only the sentences are the resource's: the form sends the request itself, and its own tests check that. */
function create(path: string, body: unknown, meta: { success: string; failure: string }) {
  const mutationFn = () => requestIdempotentCreate(path, { body, idempotencyKey: 'k', signal })
  return mutate({ mutationFn, meta }, undefined)
}

function records<Row, Input>(resource: CrudResource<Row, Input>, input: NoInfer<Input>): Sent[] {
  return [
    { body: input, send: () => mutate(resource.create, { input, key: 'k', signal }) },
    { body: input, send: () => mutate(resource.update, { id: 7, input, key: 'k' }) },
    ...removals(resource),
  ]
}

const ada = { name: 'Ada', email: null, phone: null, address: null }
const rent = { name: 'Rent', amount: 9, description: null, expenseCategoryId: 1 }
const tea = { name: 'Tea', description: null, price: 3, cost: 2, stock: 40, categoryId: 1 }
const day = '2026-11-21'
const sale = { customerId: 1, saleDate: day, discount: 0, shippingFees: 0, saleDetails: [] }
const paper = { totalAmount: 0, remark: null }
const soldPaper = { ...sale, ...paper }
const boughtPaper = { supplierId: 1, purchaseDate: day, purchaseDetails: [], ...paper }

/** In the order of the expected sentences. */
const sent: Record<keyof typeof expectedSentences, Sent[]> = {
  customers: records(customers, ada),
  suppliers: records(suppliers, ada),
  categories: records(categories, { name: 'Drinks' }),
  'expense-categories': records(expenseCategories, { name: 'Rent' }),
  expenses: records(expenses, rent),
  products: records(products, tea),
  sales: [
    { body: soldPaper, send: () => create('/sales', soldPaper, sales.create) },
    ...removals(sales),
  ],
  purchases: [
    { body: boughtPaper, send: () => create('/purchases', boughtPaper, purchases.create) },
    ...removals(purchases),
  ],
}

describe.each(Object.entries(expectedSentences))('%s', (path, sentences) => {
  const calls = sentences.map(([name, success, failure], index) => ({
    name,
    success,
    failure,
    ...sent[path as keyof typeof sent][index],
  }))

  test.each(calls)(
    // @holds spec 4.7, 7.10-7.12, 7.14, 7.16-7.18, 7.20, 7.22-7.24, 7.29, 7.31, 7.33, 7.35, 8.1
    // @holds spec 8.7-8.15, 8.17, 8.18, 8.20-8.24, 8.26-8.30, 8.32-8.36, 8.39-8.50, decision 9.5
    // @holds decision 20.2, 36.3
    '$name shows one success toast and one failure toast',
    async (call) => {
      const { name, body, send, success, failure } = call
      const sentCalls = stubApi({ [name]: ok({ count: 2, batch: 'b1' }) })
      await send?.()
      expect(sentCalls).toMatchObject([{ name, body }])
      const action = name.endsWith('/bulk') ? { label: 'Undo' } : undefined
      expect(dequeueAllToasts()).toMatchObject([{ kind: 'success', message: success, action }])

      stubApi({ [name]: refuse(500) })
      await expect(send?.()).rejects.toHaveProperty('status', 500)
      expect(dequeueAllToasts()).toMatchObject([{ kind: 'error', message: failure }])
    },
  )
})
