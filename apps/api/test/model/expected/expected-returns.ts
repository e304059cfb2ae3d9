import { dollars, subtotalCents, totalCents } from '#test/model/amounts'
import {
  moveStock,
  type Deletion,
  type ReturnedLine,
  type Shop,
  type ShopDocument,
  type ShopReturn,
  withPosted,
} from '#test/model/shop-model'

/** The payment for the goods and for shipping, in cents. */
function paidFor(sale: ShopDocument) {
  const goods = Math.max(0, subtotalCents(sale.lines) - sale.discount)
  return { goods, shipping: totalCents(sale) - goods }
}

const valueOf = (lines: readonly ReturnedLine[]) => subtotalCents(lines)

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/** The returns of a sale that are not deleted, except for one. */
function othersOf(shop: Shop, saleId: number, exceptId?: number) {
  const others = [...shop.returns.values()].filter(
    (one) => one.saleId === saleId && one.deletion === null && one.id !== exceptId,
  )
  return {
    value: sum(others.map(({ lines }) => valueOf(lines))),
    proposed: sum(others.map(({ proposed }) => proposed)),
    refund: sum(others.map(({ refund }) => refund)),
    shipping: sum(others.map(({ shipping }) => shipping)),
    lines: others.flatMap(({ lines }) => lines),
  }
}

/** How many units of a line of a sale can still be returned. */
function unitsLeft(shop: Shop, sale: ShopDocument, lineId: number, exceptId?: number): number {
  const sold = sale.lines.find(({ id }) => id === lineId)?.quantity ?? 0
  const returned = othersOf(shop, sale.id, exceptId).lines.filter((line) => line.lineId === lineId)
  return sold - sum(returned.map(({ quantity }) => quantity))
}

export type ReturnDraft = {
  day: string
  lines: readonly { lineId: number; quantity: number; restock: boolean }[]
  /** In cents. Null is the proposed one. */
  refund: number | null
  shipping: number
  remark: string | null
}

/** Whether nothing comes back and nothing is paid back. */
export function isEmpty({ lines, refund, shipping }: ReturnDraft): boolean {
  return lines.length === 0 && (refund ?? 0) === 0 && shipping === 0
}

/** The fields that make a return of an existing sale impossible. */
export function brokenFields(shop: Shop, sale: ShopDocument, draft: ReturnDraft): string[] {
  const paid = paidFor(sale)
  const others = othersOf(shop, sale.id)
  return [
    ...draft.lines.flatMap(({ lineId, quantity }, index) => {
      if (!sale.lines.some(({ id }) => id === lineId)) return [`lines.${index}.saleDetailId`]
      return quantity > unitsLeft(shop, sale, lineId) ? [`lines.${index}.quantity`] : []
    }),
    ...((draft.refund ?? 0) > paid.goods - others.refund ? ['refund'] : []),
    ...(draft.shipping > paid.shipping - others.shipping ? ['shippingRefund'] : []),
  ]
}

/** The proposed refund and the refund of a new return. */
export function settleNew(
  shop: Shop,
  sale: ShopDocument,
  lines: readonly ReturnedLine[],
  refund: number | null,
) {
  const { goods } = paidFor(sale)
  const others = othersOf(shop, sale.id)
  const value = BigInt(others.value + valueOf(lines))
  const all = BigInt(subtotalCents(sale.lines))
  // Half a cent is rounded up.
  const share = Number((2n * BigInt(goods) * value + all) / (2n * all))
  const due = lines.length === 0 ? 0 : Math.min(share, goods) - others.proposed
  const proposed = Math.max(0, due)
  return { proposed, refund: refund ?? Math.max(0, Math.min(proposed, goods - others.refund)) }
}

/** Restores a return by itself. Undefined if the API must refuse it. */
export function restoreReturn(shop: Shop, one: ShopReturn, userName: string): Shop | undefined {
  const sale = shop.sales.get(one.saleId)
  if (!sale || sale.deletion) return undefined
  const isTooMuch = one.lines.some(
    ({ lineId, quantity }) => quantity > unitsLeft(shop, sale, lineId, one.id),
  )
  if (isTooMuch) return undefined
  const paid = paidFor(sale)
  const others = othersOf(shop, sale.id, one.id)
  const rest = paid.goods - others.proposed
  const completes =
    one.lines.length > 0 && others.value + valueOf(one.lines) === subtotalCents(sale.lines)
  const proposed = Math.max(0, completes ? rest : Math.min(one.proposed, rest))
  const refund =
    one.refund === one.proposed
      ? Math.max(0, Math.min(proposed, paid.goods - others.refund))
      : one.refund
  if (refund > paid.goods - others.refund) return undefined
  if (one.shipping > paid.shipping - others.shipping) return undefined
  const change = { field: 'refund', before: dollars(one.refund), after: dollars(refund) }
  const changed = refund === one.refund ? one : withPosted(one, userName, 'changed', [change])
  return turnReturn(shop, { ...changed, proposed, refund }, null, userName)
}

/** Deletes or restores a return, and moves the stock. */
export function turnReturn(
  shop: Shop,
  one: ShopReturn,
  deletion: Deletion | null,
  userName: string,
): Shop {
  const turned = {
    ...withPosted(one, userName, deletion ? 'deleted' : 'restored'),
    deletion,
    turn: one.turn + 1,
  }
  return moveStockByReturn(withReturn(shop, turned), turned, userName)
}

/** The returns of a sale follow its deletion, and those of that call its restoration. */
export function turnReturnsWithSale(
  shop: Shop,
  before: ShopDocument,
  deletion: Deletion | null,
  userName: string,
): Shop {
  const followers = [...shop.returns.values()].filter(
    (one) =>
      one.saleId === before.id &&
      (deletion ? one.deletion === null : one.deletion?.call === before.deletion?.call),
  )
  return followers.reduce((after, one) => turnReturn(after, one, deletion, userName), shop)
}

export function withReturn(shop: Shop, one: ShopReturn): Shop {
  return { ...shop, returns: new Map(shop.returns).set(one.id, one) }
}

export function moveStockByReturn(shop: Shop, one: ShopReturn, userName: string): Shop {
  const units = new Map<number, number>()
  for (const { productId, quantity, restock } of one.lines) {
    if (restock) units.set(productId, (units.get(productId) ?? 0) + quantity)
  }
  const later = one.deletion ? 'return_deleted' : 'return_restored'
  return [...units].reduce(
    (moved, [productId, count]) =>
      moveStock(moved, productId, {
        delta: one.deletion ? -count : count,
        reason: one.turn === 0 ? 'returned' : later,
        saleId: one.saleId,
        purchaseId: null,
        userName,
      }),
    shop,
  )
}

/** What the returns of a sale paid back, in cents. */
export function returnedCents(shop: Shop, saleId: number): number {
  const { refund, shipping } = othersOf(shop, saleId)
  return refund + shipping
}

/** The lines that came back of a sale. */
export function returnedLines(shop: Shop, saleId: number): readonly ReturnedLine[] {
  return othersOf(shop, saleId).lines
}

/** Returns a return as the API answers it. */
export function returnRowOf(shop: Shop, one: ShopReturn): object {
  const sale = shop.sales.get(one.saleId)
  return {
    id: one.id,
    saleId: one.saleId,
    saleDate: sale?.day,
    customerName: sale?.partyName,
    returnDate: one.day,
    lines: one.lines.map(({ lineId, ...line }) => ({ saleDetailId: lineId, ...line })),
    proposedRefund: dollars(one.proposed),
    refund: dollars(one.refund),
    shippingRefund: dollars(one.shipping),
    totalRefund: dollars(one.refund + one.shipping),
    remark: one.remark,
    createdAt: one.createdAt,
    createdByName: one.createdByName,
  }
}

/** The returns that are not deleted, the newest first. */
export function returnListOf(shop: Shop): object[] {
  return listReturns(shop)
    .toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
    .map((one) => returnRowOf(shop, one))
}

export function listReturns(shop: Shop): ShopReturn[] {
  return [...shop.returns.values()].filter(({ deletion }) => deletion === null)
}
