import { isDeepStrictEqual } from 'node:util'
import { countAnswer } from '@stockie/contracts'
import {
  addingTo,
  type Call,
  type CallContext,
  changing,
  createdAtIn,
  dayFigures,
  impossibleAnswer,
  isRejectedFor,
  type ModelAnswer,
  newId,
  recordKey,
  stockKey,
  type Touch,
} from '#test/model/calls'
import { pickAlive, pickReturn, textOf, unknownId } from '#test/model/choices'
import { days } from '#test/model/day-ranges'
import {
  brokenFields,
  isEmpty,
  moveStockByReturn,
  restoreReturn,
  type ReturnDraft,
  returnRowOf,
  settleNew,
  turnReturn,
  withReturn,
} from '#test/model/expected/expected-returns'
import { dollars } from '#test/model/amounts'
import type { RemoveReturnPlan, TakeBackPlan } from '#test/model/sequence-plans'
import type { Shop, ShopReturn } from '#test/model/shop-model'

/** A return to send. All copies of it have the same body and the same key. */
export type ReturnSubmission = { saleId: number; draft: ReturnDraft; key: string | undefined }

export function planReturn(plan: TakeBackPlan, { shop, number }: CallContext): ReturnSubmission {
  const saleId = pickAlive(shop, 'sales', plan.sale)
  const sold = shop.sales.get(saleId)?.lines ?? []
  const lines = new Map<number, ReturnDraft['lines'][number]>()
  for (const { line, quantity, restock } of plan.lines) {
    // Sometimes a line of no sale.
    const lineId = line === 31 ? unknownId : (sold[line % (sold.length || 1)]?.id ?? unknownId)
    lines.set(lineId, { lineId, quantity, restock })
  }
  const draft = {
    day: days[plan.day % days.length] ?? '',
    lines: [...lines.values()],
    // Mostly the proposed refund.
    refund: plan.refund < 700 ? null : plan.refund - 700,
    shipping: plan.shipping < 60 ? 0 : plan.shipping - 60,
    remark: plan.text % 2 === 0 ? textOf(plan.text).trim() : null,
  }
  return { saleId, draft, key: plan.key === 0 ? undefined : `return-${number}` }
}

export function takeBack({ saleId, draft, key }: ReturnSubmission, context: CallContext): Call {
  const { day, lines, refund, shipping, remark } = draft
  const body = JSON.stringify({
    returnDate: day,
    lines: lines.map(({ lineId, ...line }) => ({ saleDetailId: lineId, ...line })),
    refund: refund === null ? null : dollars(refund),
    shippingRefund: dollars(shipping),
    remark,
  })
  const keyName = key && `returns/${context.user.id}/${key}`
  return {
    ...context,
    resource: 'returns',
    method: 'POST',
    path: `/sales/${saleId}/returns`,
    body,
    ...(key && { key }),
    explain(answer) {
      if (![201, 404, 422].includes(answer.status)) throw impossibleAnswer(answer)
      const touches = [...touchesOf(context.shop, saleId), ...(keyName ? [changing(keyName)] : [])]
      const apply = (shop: Shop) =>
        applyReturn(shop, { saleId, draft, key: keyName }, answer, context)
      return { effects: [{ touches, apply }] }
    },
  }
}

/** The sale, which all its returns share, and the stocks of its products. */
function touchesOf(shop: Shop, saleId: number): Touch[] {
  const products = shop.sales.get(saleId)?.lines.map(({ productId }) => productId) ?? []
  return [
    changing(recordKey('sales', saleId)),
    addingTo(dayFigures),
    ...products.map((productId) => addingTo(stockKey(productId))),
  ]
}

function applyReturn(
  shop: Shop,
  { saleId, draft, key }: ReturnSubmission,
  answer: ModelAnswer,
  { user }: CallContext,
): Shop | undefined {
  const first = key === undefined ? undefined : shop.keys.get(key)
  const known = first && shop.returns.get(first.id)
  if (known) {
    const expected = { status: 201, body: returnRowOf(shop, known) }
    return isDeepStrictEqual(answer, expected) ? shop : undefined
  }
  if (isEmpty(draft)) return isRejectedFor(answer, ['lines']) ? shop : undefined
  const sale = shop.sales.get(saleId)
  if (!sale || sale.deletion) return answer.status === 404 ? shop : undefined
  const broken = brokenFields(shop, sale, draft)
  if (answer.status === 422) return isRejectedFor(answer, broken) ? shop : undefined
  if (answer.status !== 201 || broken.length > 0) return undefined

  const lines = draft.lines.flatMap(({ lineId, ...line }) => {
    const sold = sale.lines.find(({ id }) => id === lineId)
    if (!sold) return []
    const { productId, productName, price } = sold
    return [{ lineId, productId, productName, price, ...line }]
  })
  const one: ShopReturn = {
    id: newId(shop, 'returns', answer),
    saleId,
    day: draft.day,
    lines,
    ...settleNew(shop, sale, lines, draft.refund),
    shipping: draft.shipping,
    remark: draft.remark,
    createdAt: createdAtIn(answer),
    createdByName: user.name,
    deletion: null,
    turn: 0,
    history: [{ by: user.name, action: 'created', changes: [] }],
  }
  if (!isDeepStrictEqual(answer.body, returnRowOf(shop, one))) return undefined
  const after = moveStockByReturn(withReturn(shop, one), one, user.name)
  return key === undefined
    ? after
    : { ...after, keys: new Map(after.keys).set(key, { body: '', id: one.id }) }
}

/** Deletes a return or restores one. */
export function planReturnRemoval(plan: RemoveReturnPlan, context: CallContext): Call {
  const { shop: before, step, number: call, user } = context
  const { isDeletion } = plan
  const id = pickReturn(before, plan.target, !isDeletion)
  const deletion = isDeletion ? { step, call, by: user.name } : null
  return {
    ...context,
    resource: 'returns',
    method: isDeletion ? 'DELETE' : 'POST',
    path: `/returns/${isDeletion ? id : 'restore'}`,
    ...(!isDeletion && { body: JSON.stringify({ ids: [id] }) }),
    explain(answer) {
      const count = changedCount(answer, isDeletion)
      const saleId = before.returns.get(id)?.saleId ?? unknownId
      const apply = (shop: Shop) => {
        const one = shop.returns.get(id)
        const isDue = one !== undefined && (one.deletion === null) === isDeletion
        if (!isDue) return count === 0 ? shop : undefined
        const after = deletion
          ? turnReturn(shop, one, deletion, user.name)
          : restoreReturn(shop, one, user.name)
        if (after === undefined) return count === 'refused' ? shop : undefined
        return count === 1 ? after : undefined
      }
      return { effects: [{ touches: touchesOf(before, saleId), apply }] }
    },
  }
}

/** How many returns a call claims to have deleted or restored. */
function changedCount(answer: ModelAnswer, isDeletion: boolean): number | 'refused' {
  if (!isDeletion && answer.status === 409) return 'refused'
  if (isDeletion && [204, 404].includes(answer.status)) return answer.status === 204 ? 1 : 0
  const count = countAnswer.safeParse(answer.body).data?.count
  if (isDeletion || answer.status !== 200 || count === undefined) throw impossibleAnswer(answer)
  return count
}
