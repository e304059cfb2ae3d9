import { lineTotal, saleTotal, subtotalOf } from '@stockie/contracts'

import { requireEntry } from '../bulk-load/row-buffer'
import { e2eDays } from './e2e-days'
import * as documents from './e2e-documents'
import { products } from './e2e-records'

const productsByName = new Map(products.map((product) => [product.name, product]))

function toLines(lines: readonly (readonly [string, number])[], by: 'price' | 'cost') {
  return lines.map(([productName, quantity]) => {
    const price = requireEntry(productsByName, productName)[by]
    return { productName, quantity, price, total: lineTotal(price, quantity) }
  })
}

/** All sales with their ids, days and sums, including the deleted one. */
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

/** All purchases with their ids, days and sums, including the deleted one. */
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

/** All expenses with their ids and days, including the deleted one. */
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
