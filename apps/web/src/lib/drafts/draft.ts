import { limits } from '@stockie/contracts'

import { isNothing } from './read-amount'

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
export const ofToday = { date: null, pickedOn: null, sentOn: null } satisfies Partial<Draft>

export const maxQuantity = {
  sales: limits.saleQuantity,
  purchases: limits.purchaseQuantity,
} satisfies Record<DraftKind, number>

/** What its document is dated, unless that was taken away. */
export function dayOf({ date, sentOn }: Draft, today: string) {
  return date ?? sentOn ?? today
}

/** Whether there is nothing in it that somebody would miss. */
export function isBlank({ lines, party, date, remark, discount, shippingFees }: Draft) {
  return (
    lines.length === 0 &&
    party === null &&
    date === null &&
    remark === '' &&
    isNothing(discount) &&
    isNothing(shippingFees)
  )
}
