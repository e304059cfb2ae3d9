import {
  proposedRefund,
  refundsLeft,
  type Return,
  returns as contract,
  type Sale,
  subtotalOf,
} from '@stockie/contracts'

import { ApiError } from '@/lib/api/api-client'
import { isAmount, parseAmount } from '@/lib/drafts/draft'
import { formatMoney } from '@/lib/format'
import type { SentReturn } from './return-requests'

/** A line of a sale, with what can still come back of it. */
export interface ReturnableLine {
  id: number
  name: string
  price: number
  sold: number
  returned: number
  left: number
}

/** The user's input. */
export interface ReturnEntry {
  /** By the id of the line. */
  quantities: Readonly<Record<number, number>>
  /** The lines whose items do not go back into the stock. */
  damaged: readonly number[]
  /** Null until the user picks one: today. */
  date: string | null
  /** As typed. Null for the proposed refund. */
  refund: string | null
  shippingRefund: string
  remark: string
}

export const blankEntry: ReturnEntry = {
  quantities: {},
  damaged: [],
  date: null,
  refund: null,
  shippingRefund: '0',
  remark: '',
}

/** Errors by field. `quantity 7` is that of line 7. */
export type ReturnErrors = Readonly<Record<string, string>>

export const quantityField = (lineId: number) => `quantity ${lineId}`

type PricedSale = Pick<Sale, 'subtotal' | 'discount' | 'totalAmount'>

export function returnableLines(
  lines: Sale['saleDetails'],
  returns: readonly Return[],
): ReturnableLine[] {
  const returned = new Map<number, number>()
  for (const { saleDetailId, quantity } of returns.flatMap((each) => each.lines)) {
    returned.set(saleDetailId, (returned.get(saleDetailId) ?? 0) + quantity)
  }
  const products = new Set<number>()
  const repeated = new Set<number>()
  for (const { productId } of lines) (products.has(productId) ? repeated : products).add(productId)
  return lines.map(({ id, productId, productName, price, quantity }, index) => {
    const already = returned.get(id) ?? 0
    return {
      id,
      name: repeated.has(productId) ? `${productName}, line ${index + 1}` : productName,
      price,
      sold: quantity,
      returned: already,
      left: Math.max(0, quantity - already),
    }
  })
}

/** Another till may have returned some of them meanwhile. */
export function quantityOf({ id, left }: ReturnableLine, { quantities }: ReturnEntry) {
  return Math.min(quantities[id] ?? 0, left)
}

/**
 * Whether another till has returned chosen items meanwhile. The refund was meant for them, and a return without items would
 * pay it a second time.
 */
export function isOutdated(lines: readonly ReturnableLine[], { quantities }: ReturnEntry) {
  return lines.some(({ id, left }) => (quantities[id] ?? 0) > left)
}

export const outdatedNote =
  'Some of these items were returned meanwhile. Check the quantities and the refund.'

function chosenLines(lines: readonly ReturnableLine[], entry: ReturnEntry) {
  return lines
    .map((line) => ({ id: line.id, price: line.price, quantity: quantityOf(line, entry) }))
    .filter(({ quantity }) => quantity > 0)
}

/** The amounts of an entry, and the most that can be paid back. */
export function refundsOf(
  sale: PricedSale,
  returns: readonly Return[],
  lines: readonly ReturnableLine[],
  entry: ReturnEntry,
) {
  const left = refundsLeft(sale, returns)
  const proposed = proposedRefund(sale, returns, chosenLines(lines, entry))
  const refund = entry.refund === null ? proposed : parseAmount(entry.refund)
  const shippingRefund = left.shipping > 0 ? parseAmount(entry.shippingRefund) : 0
  const total = subtotalOf([{ total: refund }, { total: shippingRefund }])
  return { left, proposed, refund, shippingRefund, total }
}

export type Refunds = ReturnType<typeof refundsOf>

/** Only a refund that differs from the proposal is sent. The API computes others under its lock. */
export function toInput(
  lines: readonly ReturnableLine[],
  entry: ReturnEntry,
  { refund, shippingRefund, proposed }: Refunds,
  today: string,
): SentReturn {
  return {
    returnDate: entry.date ?? today,
    lines: chosenLines(lines, entry).map(({ id, quantity }) => ({
      saleDetailId: id,
      quantity,
      restock: !entry.damaged.includes(id),
    })),
    ...(entry.refund !== null && refund !== proposed && { refund }),
    shippingRefund,
    remark: entry.remark.trim(),
  }
}

/** The errors that can be found before the return is sent. `form` belongs to no field. */
export function checkEntry(entry: ReturnEntry, { left, ...refunds }: Refunds, input: SentReturn) {
  const errors: Record<string, string> = {}
  if (entry.refund !== null && !isAmount(entry.refund)) errors['refund'] = notAnAmount
  else if (refunds.refund > left.goods) {
    errors['refund'] = `The refund can be at most ${formatMoney(left.goods)}.`
  }
  if (left.shipping > 0 && entry.shippingRefund.trim() !== '' && !isAmount(entry.shippingRefund)) {
    errors['shippingRefund'] = notAnAmount
  } else if (refunds.shippingRefund > left.shipping) {
    errors['shippingRefund'] = `The shipping refund can be at most ${formatMoney(left.shipping)}.`
  }
  const { error } = contract.input.safeParse(input)
  const issues = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ...toFieldErrors(issues ?? [], input), ...errors }
}

const notAnAmount = 'Enter an amount, such as 12.50.'

/** The errors of a failed request. */
export function errorsOfFailure(error: unknown, input: SentReturn): ReturnErrors {
  const { errors, message, status } = error instanceof ApiError ? error : toApiError(error)
  const fields = toFieldErrors(errors, input)
  const isKnown = Object.keys(fields).length > 0 && !('form' in fields)
  // The server may have recorded the return before it failed.
  const isUncertain = status === 0 || status >= 500
  return isKnown ? fields : { form: isUncertain ? `${message} ${retryHint}` : message }
}

export const retryHint = 'If you record it again, it is recorded only once.'

/** An AlreadySavedError, or an unknown one. */
function toApiError(error: unknown) {
  return new ApiError(409, error instanceof Error ? { detail: error.message } : {})
}

const fieldOfPath: Record<string, string> = {
  returnDate: 'date',
  refund: 'refund',
  shippingRefund: 'shippingRefund',
  remark: 'remark',
}

function toFieldErrors(issues: readonly { path: string; message: string }[], input: SentReturn) {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const [, index] = /^lines\.(\d+)\./.exec(path) ?? []
    const line = index === undefined ? undefined : input.lines[Number(index)]
    const field = line ? quantityField(line.saleDetailId) : (fieldOfPath[path] ?? 'form')
    fields[field] ??= message
  }
  return fields
}

/** Whether the user would miss something. */
export function isBlankEntry(entry: ReturnEntry, today: string) {
  const { quantities, damaged, date, refund, shippingRefund, remark } = entry
  return (
    Object.values(quantities).every((quantity) => quantity === 0) &&
    damaged.length === 0 &&
    (date === null || date === today) &&
    refund === null &&
    remark === '' &&
    (shippingRefund.trim() === '' || shippingRefund === '0')
  )
}
