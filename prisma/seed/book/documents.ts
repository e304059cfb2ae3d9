import { lineTotal, saleTotal, subtotalOf } from '@stockie/contracts'

import { type Book, requireEntry } from './book'
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

export function enterSale(book: Book, draft: SaleDraft, stamp: Stamp) {
  const { day, customerId, lines, discount = 0, shippingFees = 0 } = draft
  const id = book.nextId('sales')
  const { charged, subtotal } = chargeLines(book, lines, 'price')
  const row = {
    id,
    sale_date: day,
    customer_id: customerId,
    customer_name: requireEntry(book.contacts.customers, customerId),
    subtotal,
    discount,
    shipping_fees: shippingFees,
    total_amount: saleTotal(subtotal, discount, shippingFees),
    ...documentColumns(draft, stamp),
  }
  book.rows.sales.push(row)
  for (const line of charged) {
    book.rows.sale_lines.push({ id: book.nextId('sale_lines'), sale_id: id, ...line })
  }
  book.ledger.post({ reason: 'sale', saleId: id }, deltasOf(lines, -1), stamp)
  return { row, lines }
}

export function enterPurchase(book: Book, draft: PurchaseDraft, stamp: Stamp) {
  const { day, supplierId, lines } = draft
  const id = book.nextId('purchases')
  const { charged, subtotal } = chargeLines(book, lines, 'cost')
  const row = {
    id,
    purchase_date: day,
    supplier_id: supplierId,
    supplier_name: requireEntry(book.contacts.suppliers, supplierId),
    total_amount: subtotal,
    ...documentColumns(draft, stamp),
  }
  book.rows.purchases.push(row)
  for (const line of charged) {
    book.rows.purchase_lines.push({ id: book.nextId('purchase_lines'), purchase_id: id, ...line })
  }
  book.ledger.post({ reason: 'purchase', purchaseId: id }, deltasOf(lines, 1), stamp)
  return { row, lines }
}

/** Deletes a sale and returns its products to the stock. */
export function deleteSale(book: Book, sale: ReturnType<typeof enterSale>, stamp: Stamp): void {
  const { row, lines } = sale
  row.turn += 1
  markDeleted(book, [row], stamp)
  const cause = { reason: 'sale_deleted', saleId: row.id, turn: row.turn } as const
  book.ledger.post(cause, deltasOf(lines, 1), stamp)
}

/** Deletes a purchase and removes its products from the stock. */
export function deletePurchase(
  book: Book,
  purchase: ReturnType<typeof enterPurchase>,
  stamp: Stamp,
): void {
  const { row, lines } = purchase
  row.turn += 1
  markDeleted(book, [row], stamp)
  const cause = { reason: 'purchase_deleted', purchaseId: row.id, turn: row.turn } as const
  book.ledger.post(cause, deltasOf(lines, -1), stamp)
}

/** Enters a manual stock change: a breakage, or the correction after a count. */
export function adjustStock(book: Book, productId: number, delta: number, stamp: Stamp): void {
  book.ledger.post({ reason: 'adjustment' }, new Map([[productId, delta]]), stamp)
}

/** Returns the rows of the lines, at the current price or cost, and their sum. */
export function chargeLines(book: Book, lines: readonly DraftLine[], by: 'price' | 'cost') {
  const charged = lines.map(({ productId, quantity }) => {
    const product = requireEntry(book.products, productId)
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
