import { saleKind } from '#test/support/document-kinds'
import type { TestShop } from '#test/support/test-shop'
import { createRecord, idempotentCreation, removals, send, type WriteCase } from './write-cases'

const path = '/parked-sales'

/** A sale that is parked, with one unit of each of these products. */
export function parkedBody(shop: TestShop, changes: Record<string, unknown> = {}) {
  const sale = saleKind.body(
    shop,
    shop.products.map((productId) => ({ productId })),
  )
  return { ...sale, name: 'Blue jacket', discount: 0.05, ...changes }
}

let takeCount = 0

/** Each caller needs a key of its own. */
function takeCase(variant: WriteCase['variant']): WriteCase {
  return {
    method: 'POST',
    path: `${path}/{id}/take`,
    variant,
    onRepeat: variant === '' ? 'nothing' : 'first',
    prepare: async (api, shop) => {
      const id = await createRecord(api, shop, path, parkedBody(shop))
      takeCount += 1
      const headers: Record<string, string> =
        variant === '' ? {} : { 'Idempotency-Key': `take-${takeCount}` }
      return () => send(api, shop, 'POST', `${path}/${id}/take`, undefined, headers)
    },
  }
}

/** The writes of parked sales. */
export const parkedSaleWriteCases: WriteCase[] = [
  {
    method: 'POST',
    path,
    variant: '',
    onRepeat: 'another',
    prepare: async (api, shop) => () => send(api, shop, 'POST', path, parkedBody(shop)),
  },
  idempotentCreation(path, parkedBody),
  takeCase(''),
  takeCase('with an Idempotency-Key'),
  ...removals(path, (api, shop) => createRecord(api, shop, path, parkedBody(shop))),
]
