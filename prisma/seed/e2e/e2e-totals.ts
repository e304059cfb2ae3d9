import { lineTotal, saleTotal, subtotalOf } from '@stockie/contracts'

import { known } from '../book/book'
import { e2eDays } from './e2e-days'
import * as documents from './e2e-documents'
import { products } from './e2e-records'

const productsByName = new Map(products.map((product) => [product.name, product]))

function toLines(lines: readonly (readonly [string, number])[], by: 'price' | 'cost') {
  return lines.map(([productName, quantity]) => {
    const price = known(productsByName, productName)[by]
    return { productName, quantity, price, total: lineTotal(price, quantity) }
  })
}

/** Every sale with its id, day and sums; the deleted one is among them. */
export function e2eSales(today: string) {
  const days = e2eDays(today)
  return documents.sales.map(({ day, party, discount = 0, shippingFees = 0, ...sale }, index) => {
    const lines = toLines(sale.lines, 'price')
    return {
      saleId: index + 1,
      saleDate: days[day],
      customerName: party,
      totalAmount: saleTotal(subtotalOf(lines), discount, shippingFees),
      discount,
      shippingFees,
      remark: sale.remark ?? null,
      lines,
      deleted: sale.deleted ?? false,
    }
  })
}

/** Every purchase with its id, day and sum; the deleted one is among them. */
export function e2ePurchases(today: string) {
  const days = e2eDays(today)
  return documents.purchases.map(({ day, party, remark, deleted, ...purchase }, index) => {
    const lines = toLines(purchase.lines, 'cost')
    return {
      purchaseId: index + 1,
      purchaseDate: days[day],
      supplierName: party,
      totalAmount: subtotalOf(lines),
      remark: remark ?? null,
      lines,
      deleted: deleted ?? false,
    }
  })
}

/** Every expense with its id and day; the deleted one is among them. */
export function e2eExpenses(today: string) {
  const days = e2eDays(today)
  return documents.expenses.map(({ day, name, amount, deleted }, index) => ({
    id: index + 1,
    day: days[day],
    name,
    amount,
    deleted: deleted ?? false,
  }))
}
