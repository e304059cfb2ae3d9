import { saleKind } from '#test/support/document-kinds'
import type { TestShop } from '#test/support/test-shop'
import { type Caller, removals, send, type WriteCase } from './write-cases'

/** A sale of six units of each product, in two lines, and a return of one unit of each line. */
async function prepareReturn(api: Caller, shop: TestShop) {
  const lines = [...shop.products, ...shop.products].map((productId) => ({
    productId,
    quantity: 6,
  }))
  const { body } = await send(api, shop, 'POST', '/sales', saleKind.body(shop, lines))
  const { saleId, saleDetails } = Object(body)
  const details: { id: number }[] = saleDetails
  return {
    path: `/sales/${saleId}/returns`,
    body: {
      returnDate: '2026-11-21',
      lines: details.map(({ id }) => ({ saleDetailId: id, quantity: 1, restock: true })),
    },
  }
}

async function recordReturn(api: Caller, shop: TestShop): Promise<{ id: number; saleId: number }> {
  const { path: ofSale, body } = await prepareReturn(api, shop)
  return Object((await send(api, shop, 'POST', ofSale, body)).body)
}

const path = '/sales/{id}/returns'
let keyCount = 0

/** The writes of returns. */
export const returnWriteCases: WriteCase[] = [
  {
    method: 'POST',
    path,
    variant: '',
    onRepeat: 'another',
    prepare: async (api, shop) => {
      const { path: ofSale, body } = await prepareReturn(api, shop)
      return () => send(api, shop, 'POST', ofSale, body)
    },
  },
  {
    method: 'POST',
    path,
    variant: 'with an Idempotency-Key',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      const { path: ofSale, body } = await prepareReturn(api, shop)
      keyCount += 1
      const headers = { 'Idempotency-Key': `return-${keyCount}` }
      return () => send(api, shop, 'POST', ofSale, body, headers)
    },
  },
  ...removals('/returns', async (api, shop) => (await recordReturn(api, shop)).id),
  // The returns of a sale follow it.
  ...removals('/sales', async (api, shop) => (await recordReturn(api, shop)).saleId).map(
    (write): WriteCase => ({
      ...write,
      variant: write.variant === 'of a batch' ? 'of a batch with returns' : 'with returns',
    }),
  ),
]
