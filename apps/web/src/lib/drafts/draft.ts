import { limits } from '@stockie/contracts'

import { isZeroAmount } from './typed-numbers'

export type DraftKind = 'sales' | 'purchases'

export interface DraftLine {
  productId: number
  name: string
  /** What the person saw: a product's price in sales, its cost in purchases. */
  price: number
  quantity: number
}

export interface Party {
  id: number
  name: string
}

/** A sale or a purchase that is being written. */
export interface Draft {
  lines: readonly DraftLine[]
  party: Party | null
  /** 'yyyy-MM-dd', '' where it was taken away, and null where none was picked: then it is today. */
  date: string | null
  /** The day on which that was picked. */
  pickedOn: string | null
  /** The day that it was sent with where none was picked: sent again after midnight it is the same. */
  sentOn: string | null
  remark: string
  /** Amounts as they were typed. */
  discount: string
  shippingFees: string
  /** With it the API records the draft once, however often it is sent. */
  key: string
  /** The bodies that were sent with this key and not refused: one of them may be recorded. */
  attempts: readonly unknown[]
}

export const blankDraft: Draft = {
  lines: [],
  party: null,
  date: null,
  pickedOn: null,
  sentOn: null,
  remark: '',
  discount: '0',
  shippingFees: '0',
  key: '',
  attempts: [],
}

/** Of today, whichever day that will be. */
export const noPickedDate = { date: null, pickedOn: null, sentOn: null } satisfies Partial<Draft>

export const maxQuantity = {
  sales: limits.saleQuantity,
  purchases: limits.purchaseQuantity,
} satisfies Record<DraftKind, number>

/** What its document is dated, unless that was taken away. */
export function draftDay({ date, sentOn }: Draft, today: string) {
  return date ?? sentOn ?? today
}

/** Whether there is nothing in it that somebody would miss. */
export function isBlankDraft({ lines, party, date, remark, discount, shippingFees }: Draft) {
  return (
    lines.length === 0 &&
    party === null &&
    date === null &&
    remark === '' &&
    isZeroAmount(discount) &&
    isZeroAmount(shippingFees)
  )
}

type Lines = readonly DraftLine[]

/** One more of a product, as dear as it was when it came; a new one at the end. */
export function addLine(lines: Lines, added: Omit<DraftLine, 'quantity'>, max: number): Lines {
  const line = lines.find(({ productId }) => productId === added.productId)
  if (!line) return [...lines, { ...added, quantity: 1 }]
  return changeLine(lines, line.productId, { quantity: Math.min(line.quantity + 1, max) })
}

export function changeLine(
  lines: Lines,
  productId: number,
  change: Partial<Pick<DraftLine, 'price' | 'quantity'>>,
): Lines {
  return lines.map((line) => (line.productId === productId ? { ...line, ...change } : line))
}

export function removeLine(lines: Lines, productId: number): Lines {
  return lines.filter((line) => line.productId !== productId)
}

export type LineState = 'same' | 'deleted' | { price: number }

interface Sold {
  id: number
}

/** Holds lines against today's products. While those are not known, nothing is said of a line. */
export function compareWithProducts<Product extends Sold>(
  lines: readonly DraftLine[],
  products: readonly Product[] | undefined,
  priceOf: (product: Product) => number,
): { line: DraftLine; state: LineState }[] {
  const prices = products && new Map(products.map((product) => [product.id, priceOf(product)]))
  return lines.map((line) => {
    if (!prices) return { line, state: 'same' }
    const price = prices.get(line.productId)
    if (price === undefined) return { line, state: 'deleted' }
    return { line, state: price === line.price ? 'same' : { price } }
  })
}
