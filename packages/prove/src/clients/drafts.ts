import type { PurchaseInput, SaleInput } from '@stockie/contracts'
import type { Random } from '@stockie/prisma/seed'
import type { Client } from './client'

type Draft = Pick<Client, 'random' | 'goods'>

/** Some of the shop's products in any order, now and then one of them twice. */
function draftLines({ random, goods }: Draft) {
  return Array.from({ length: random.int(1, 4) }, () => {
    const [price, quantity] = [random.int(1, 90), random.int(1, 5)]
    return { productId: pick(random, goods.products), price, quantity, total: price * quantity }
  })
}

export function draftSale(client: Draft, remark: string): SaleInput {
  const { random, goods } = client
  const saleDetails = draftLines(client)
  // Of a small sale more is taken off now and then than it comes to.
  const [discount, shippingFees] = [random.int(0, 1_000), random.int(0, 1_000)]
  const subtotal = saleDetails.reduce((sum, { total }) => sum + 100 * total, 0)
  return {
    customerId: pick(random, goods.customers),
    saleDate: goods.day,
    saleDetails,
    discount: discount / 100,
    shippingFees: shippingFees / 100,
    totalAmount: Math.max(0, subtotal - discount + shippingFees) / 100,
    remark,
  }
}

export function draftPurchase(client: Draft, remark: string): PurchaseInput {
  const { random, goods } = client
  const purchaseDetails = draftLines(client)
  return {
    supplierId: pick(random, goods.suppliers),
    purchaseDate: goods.day,
    purchaseDetails,
    totalAmount: purchaseDetails.reduce((sum, { total }) => sum + total, 0),
    remark,
  }
}

function pick(random: Random, ids: readonly number[]): number {
  return ids[random.int(0, ids.length - 1)] ?? 0
}
