import { limits, maxAmount, withoutCommas } from '@stockie/contracts'

export type DraftKind = 'sales' | 'purchases'

export interface DraftLine {
  productId: number
  name: string
  /** The amount that the user saw: the product's price in sales, its cost in purchases. */
  price: number
  quantity: number
}

export interface Party {
  id: number
  name: string
}

/** A parked sale that this browser asked for. Until an answer arrives, it may already have been resumed. */
export interface Resuming {
  id: number
  /** The idempotency key of the request. Only the same key gets the sale again. */
  key: string
  /** How the list names it. */
  label: string
}

/** A sale or a purchase that is not submitted yet. */
export interface Draft {
  lines: readonly DraftLine[]
  party: Party | null
  /** 'yyyy-MM-dd', '' if the user cleared it, or null if the user picked none: today. */
  date: string | null
  /** The day on which the user picked the date. */
  pickedOn: string | null
  /** The day on which a draft without a picked date was sent. A retry after midnight keeps it. */
  sentOn: string | null
  remark: string
  /** Amounts as typed. */
  discount: string
  shippingFees: string
  /** What the customer gave, as typed. It is never sent. */
  received: string
  /** The idempotency key: the API records the draft once, however often it is sent. */
  key: string
  /** Request bodies sent with this key and not refused: one of them may be recorded. */
  attempts: readonly unknown[]
  /** The name under which the sale was parked, or may be parked. */
  name: string
  /** A request to park this draft has no answer yet, so a submit could record a sale that is also parked. */
  mayBeParked: boolean
  /** Clearing and submitting keep it: only the answer ends it. */
  resuming: Resuming | null
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
  received: '',
  key: '',
  attempts: [],
  name: '',
  mayBeParked: false,
  resuming: null,
}

/** Today's date, on whichever day the draft is sent. */
export const noPickedDate = { date: null, pickedOn: null, sentOn: null } satisfies Partial<Draft>

export const maxQuantity = {
  sales: limits.saleQuantity,
  purchases: limits.purchaseQuantity,
} satisfies Record<DraftKind, number>

/** The document's date, or '' if the user cleared it. */
export function draftDate({ date, sentOn }: Draft, today: string) {
  return date ?? sentOn ?? today
}

/** True if the draft holds nothing that the user would miss. */
export function isBlankDraft(draft: Draft) {
  const { lines, party, date, remark, discount, shippingFees, received } = draft
  return (
    lines.length === 0 &&
    party === null &&
    date === null &&
    remark === '' &&
    received === '' &&
    isZeroAmount(discount) &&
    isZeroAmount(shippingFees)
  )
}

/**
 * Parses a typed amount; text that is not a number counts as 0. A longer number becomes the
 * smallest amount that the API refuses.
 */
export function parseAmount(text: string) {
  // `|| 0` turns -0 into 0.
  return isAmount(text) ? Math.min(Number(withoutCommas(text)) || 0, maxAmount + 1) : 0
}

/**
 * True for an empty field or a zero. Text that is not a number is neither, though it counts as 0.
 */
export function isZeroAmount(text: string) {
  return text.trim() === '' || (isAmount(text) && parseAmount(text) === 0)
}

/** Accepts '12.50' and '12,50', but not '1e3' or '0x10', which JavaScript parses as numbers too. */
export function isAmount(text: string) {
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(withoutCommas(text))
}

type Lines = readonly DraftLine[]

/** Adds one of a product. A line that exists keeps its price; a new line goes to the end. */
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

interface StockedProduct {
  id: number
  stock: number
}

/**
 * Compares lines with the current products. Every line is 'same' until the products are loaded.
 * `shortStock` is the stock of a product of which a line sells more.
 */
export function compareWithProducts<Product extends StockedProduct>(
  lines: readonly DraftLine[],
  products: readonly Product[] | undefined,
  priceOf: (product: Product) => number,
  isSale: boolean,
): { line: DraftLine; state: LineState; shortStock?: number }[] {
  const byId = products && new Map(products.map((product) => [product.id, product]))
  return lines.map((line) => {
    if (!byId) return { line, state: 'same' }
    const product = byId.get(line.productId)
    if (product === undefined) return { line, state: 'deleted' }
    const price = priceOf(product)
    const isShort = isSale && line.quantity > product.stock
    return {
      line,
      state: price === line.price ? 'same' : { price },
      ...(isShort && { shortStock: product.stock }),
    }
  })
}

/** An empty draft follows the till's usual party. With its first entry it stores the one on the screen. */
export function withUsualParty(draft: Draft, usual: Party | null): Draft {
  return draft.party === null && usual !== null ? { ...draft, party: usual } : draft
}
