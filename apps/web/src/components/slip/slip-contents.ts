import {
  isCutAtZero,
  lineTotal,
  type Purchase,
  type Return,
  type Sale,
  subtotalOf,
} from '@stockie/contracts'

import type { Payment } from '@/lib/drafts/payment'
import { formatDay, formatMoney, formatSignedMoney } from '@/lib/format'

/** What a slip says of a document. The settings of the shop say the rest. */
export interface Slip {
  /** For example 'Sale 42'. */
  title: string
  isCopy: boolean
  facts: readonly { title: string; text: string }[]
  lines: Purchase['purchaseDetails']
  /** The steps to the total, the total, and what follows it, as they are printed. */
  totals: readonly { title: string; amount: string; isTotal?: boolean }[]
  /** Amounts below headings, for a slip of a day. It has no lines and no totals of its own. */
  sections?: readonly SlipSection[]
  /** What the question before the print says of it. */
  about?: string
  /** Explains the total. */
  note?: string | undefined
  remark: string | null
}

export interface SlipSection {
  title: string
  rows: readonly { title: string; amount: string; isTotal?: boolean }[]
}

type PrintedSale = Omit<Sale, 'createdAt' | 'createdByName'>

/** The original slip of a sale. Only the till that recorded it knows what the customer paid. */
export function saleSlip(sale: PrintedSale, payment?: Payment): Slip {
  const { saleId, saleDate, customerName, saleDetails, remark } = sale
  const { subtotal, discount, shippingFees, totalAmount, returnedAmount } = sale
  return {
    title: `Sale ${saleId}`,
    isCopy: false,
    facts: [
      { title: 'Date', text: formatDay(saleDate) },
      { title: 'Customer', text: customerName },
    ],
    lines: saleDetails,
    totals: [
      { title: 'Subtotal', amount: formatMoney(subtotal) },
      ...(discount > 0 ? [{ title: 'Discount', amount: formatSignedMoney('-', discount) }] : []),
      ...(shippingFees > 0
        ? [{ title: 'Shipping', amount: formatSignedMoney('+', shippingFees) }]
        : []),
      { title: 'Total', amount: formatMoney(totalAmount), isTotal: true },
      // A copy must not serve for a second refund.
      ...(returnedAmount > 0
        ? [{ title: 'Returned', amount: formatSignedMoney('-', returnedAmount) }]
        : []),
      ...(payment ? paymentTotals(payment) : []),
    ],
    note: noteOfTotal(sale),
    remark,
  }
}

/** Explains a total that its steps do not give. */
export function noteOfTotal({
  subtotal,
  discount,
  shippingFees,
}: Pick<Sale, 'subtotal' | 'discount' | 'shippingFees'>) {
  const isCut = isCutAtZero(subtotal, discount, shippingFees)
  return isCut ? 'A total is never below $0.00.' : undefined
}

export function purchaseSlip(purchase: Purchase): Slip {
  const { purchaseId, purchaseDate, supplierName, purchaseDetails, totalAmount, remark } = purchase
  return {
    title: `Purchase ${purchaseId}`,
    isCopy: false,
    facts: [
      { title: 'Date', text: formatDay(purchaseDate) },
      { title: 'Supplier', text: supplierName },
    ],
    lines: purchaseDetails,
    totals: [{ title: 'Total', amount: formatMoney(totalAmount), isTotal: true }],
    remark,
  }
}

/** The items with their prices in the sale, and what was paid back for them. */
export function returnSlip(returned: Return): Slip {
  const { id, returnDate, saleId, saleDate, customerName, refund, shippingRefund } = returned
  const lines = returned.lines.map((line) => ({
    ...line,
    total: lineTotal(line.price, line.quantity),
  }))
  const subtotal = subtotalOf(lines)
  return {
    title: `Return ${id}`,
    isCopy: false,
    facts: [
      { title: 'Date', text: formatDay(returnDate) },
      { title: 'Sale', text: `${saleId} of ${formatDay(saleDate)}` },
      { title: 'Customer', text: customerName },
    ],
    lines,
    totals: [
      ...(lines.length === 0 || subtotal === refund
        ? []
        : [{ title: 'Subtotal', amount: formatMoney(subtotal) }]),
      { title: 'Refund', amount: formatMoney(refund) },
      ...(shippingRefund > 0
        ? [{ title: 'Shipping refund', amount: formatMoney(shippingRefund) }]
        : []),
      { title: 'Total paid back', amount: formatMoney(returned.totalRefund), isTotal: true },
    ],
    remark: returned.remark,
  }
}

/** A slip that is printed later than its document was recorded. */
export function copyOf(slip: Slip): Slip {
  return { ...slip, isCopy: true }
}

function paymentTotals({ received, change }: Payment) {
  return [
    { title: 'Received', amount: formatMoney(received) },
    change < 0
      ? { title: 'Still to pay', amount: formatMoney(-change) }
      : { title: 'Change', amount: formatMoney(change) },
  ]
}
