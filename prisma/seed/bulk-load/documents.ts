import { lineTotal, saleTotal, subtotalOf } from '@stockie/contracts'

import { type RowBuffer, requireEntry } from './row-buffer'
import { type Stamp, deltasOf } from './ledger'
import { enteredAt, markDeleted } from './records'

export interface DraftLine {
  productId: number
  quantity: number
}

interface Draft {
  /** The document's date. The stamp holds the time of entry. */
  day: string
  lines: readonly DraftLine[]
  remark?: string | undefined
}

export interface SaleDraft extends Draft {
  customerId: number
  discount?: number | undefined
  shippingFees?: number | undefined
}

export interface PurchaseDraft extends Draft {
  supplierId: number
}

export function enterSale(buffer: RowBuffer, draft: SaleDraft, stamp: Stamp) {
  const { day, customerId, lines, discount = 0, shippingFees = 0 } = draft
  const id = buffer.nextId('sales')
  const { charged, subtotal } = chargeLines(buffer, lines, 'price')
  const row = {
    id,
    sale_date: day,
    customer_id: customerId,
    customer_name: requireEntry(buffer.contacts.customers, customerId),
    subtotal,
    discount,
    shipping_fees: shippingFees,
    total_amount: saleTotal(subtotal, discount, shippingFees),
    ...documentColumns(draft, stamp),
  }
  buffer.rows.sales.push(row)
  for (const line of charged) {
    const { cost } = requireEntry(buffer.products, line.product_id)
    buffer.rows.sale_lines.push({ id: buffer.nextId('sale_lines'), sale_id: id, cost, ...line })
  }
  buffer.ledger.post({ reason: 'sale', saleId: id }, deltasOf(lines, -1), stamp)
  return { row, lines }
}

export function enterPurchase(buffer: RowBuffer, draft: PurchaseDraft, stamp: Stamp) {
  const { day, supplierId, lines } = draft
  const id = buffer.nextId('purchases')
  const { charged, subtotal } = chargeLines(buffer, lines, 'cost')
  const row = {
    id,
    purchase_date: day,
    supplier_id: supplierId,
    supplier_name: requireEntry(buffer.contacts.suppliers, supplierId),
    total_amount: subtotal,
    ...documentColumns(draft, stamp),
  }
  buffer.rows.purchases.push(row)
  for (const line of charged) {
    buffer.rows.purchase_lines.push({
      id: buffer.nextId('purchase_lines'),
      purchase_id: id,
      ...line,
    })
  }
  buffer.ledger.post({ reason: 'purchase', purchaseId: id }, deltasOf(lines, 1), stamp)
  return { row, lines }
}

/** Deletes a sale and returns its products to the stock. */
export function deleteSale(
  buffer: RowBuffer,
  sale: ReturnType<typeof enterSale>,
  stamp: Stamp,
): void {
  const { row, lines } = sale
  row.turn += 1
  markDeleted(buffer, [row], stamp)
  const cause = { reason: 'sale_deleted', saleId: row.id, turn: row.turn } as const
  buffer.ledger.post(cause, deltasOf(lines, 1), stamp)
}

/** Deletes a purchase and removes its products from the stock. */
export function deletePurchase(
  buffer: RowBuffer,
  purchase: ReturnType<typeof enterPurchase>,
  stamp: Stamp,
): void {
  const { row, lines } = purchase
  row.turn += 1
  markDeleted(buffer, [row], stamp)
  const cause = { reason: 'purchase_deleted', purchaseId: row.id, turn: row.turn } as const
  buffer.ledger.post(cause, deltasOf(lines, -1), stamp)
}

/** Enters a manual stock change: a breakage, or the correction after a count. */
export function adjustStock(
  buffer: RowBuffer,
  productId: number,
  delta: number,
  adjustmentReason: 'damaged' | 'correction',
  stamp: Stamp,
): void {
  const { cost } = requireEntry(buffer.products, productId)
  const cause = { reason: 'adjustment', adjustmentReason, unitCost: cost } as const
  buffer.ledger.post(cause, new Map([[productId, delta]]), stamp)
}

/** Returns the rows of the lines, at the current price or cost, and their sum. */
export function chargeLines(buffer: RowBuffer, lines: readonly DraftLine[], by: 'price' | 'cost') {
  const charged = lines.map(({ productId, quantity }) => {
    const product = requireEntry(buffer.products, productId)
    return {
      product_id: productId,
      product_name: product.name,
      price: product[by],
      quantity,
      total: lineTotal(product[by], quantity),
    }
  })
  return { charged, subtotal: subtotalOf(charged) }
}

function documentColumns({ remark }: Draft, { at, userId }: Stamp) {
  return { remark: remark ?? null, turn: 0, created_by_id: userId, ...enteredAt(at) }
}
