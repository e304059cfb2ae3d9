import { stockCounts } from '@stockie/contracts'
import {
  type Call,
  type CallContext,
  changing,
  impossibleAnswer,
  isRejectedFor,
  type ModelAnswer,
  reading,
  recordKey,
  stockCountKey,
  stockKey,
} from '#test/model/calls'
import { pickAlive, pickStockCount } from '#test/model/choices'
import { isLineAnswer, withCount } from '#test/model/expected/expected-stock-counts'
import type { EnterNumberPlan } from '#test/model/sequence-plans'
import { getExisting, type Shop } from '#test/model/shop-model'
import type { CountedLine } from '#test/model/stock-count-record'

/** A number to send. All copies of it have the same body and the same key. */
export type NumberSubmission = {
  countId: number
  productId: number
  body: { counted: number; mode: 'replace' | 'add'; entries?: number }
  key: string | undefined
}

export function planNumber(plan: EnterNumberPlan, { shop, number }: CallContext): NumberSubmission {
  const countId = pickStockCount(shop, plan.target, ({ state }) => state === 'open')
  const lines = shop[stockCounts.path].get(countId)?.lines ?? new Map<number, CountedLine>()
  const listed = [...lines.keys()].filter((id) => getExisting(shop, 'products', id))
  const productId =
    plan.product < 24 && listed.length > 0
      ? (listed[plan.product % listed.length] ?? 0)
      : pickAlive(shop, 'products', plan.product)
  const entries = lines.get(productId)?.entries ?? 0
  const body = {
    counted: plan.flaw > 22 ? -1 : plan.counted,
    mode: plan.isSum && plan.flaw <= 22 ? ('add' as const) : ('replace' as const),
    ...(plan.seen > 2 && { entries: plan.seen === 5 ? entries + 1 : entries }),
  }
  return { countId, productId, body, key: plan.key === 0 ? undefined : `number-${number}` }
}

/** The same submission with another number. */
export function withOtherNumber(submission: NumberSubmission): NumberSubmission {
  return { ...submission, body: { ...submission.body, counted: submission.body.counted + 100 } }
}

export function enterNumber(submission: NumberSubmission, context: CallContext): Call {
  const { countId, productId, body, key } = submission
  const keyName = key && `${stockCountKey(countId)}/${context.user.id}/${key}`
  return {
    ...context,
    resource: stockCounts.path,
    method: 'PUT',
    path: `/${stockCounts.path}/${countId}/products/${productId}`,
    body: JSON.stringify(body),
    ...(key && { key }),
    explain(answer) {
      if (body.counted < 0) {
        if (!isRejectedFor(answer, ['counted'])) throw impossibleAnswer(answer)
        return { effects: [] }
      }
      const touches = [
        changing(stockCountKey(countId)),
        reading(recordKey('products', productId)),
        reading(stockKey(productId)),
      ]
      const apply = (shop: Shop) =>
        applyNumber(shop, { ...submission, key: keyName }, answer, context)
      return { effects: [{ touches, apply }] }
    },
  }
}

function applyNumber(
  shop: Shop,
  { countId, productId, body, key }: NumberSubmission,
  answer: ModelAnswer,
  { user }: CallContext,
): Shop | undefined {
  const text = JSON.stringify([productId, body.counted, body.mode])
  const first = key === undefined ? undefined : shop.keys.get(key)
  if (first && first.body !== text) return answer.status === 409 ? shop : undefined
  if (first) return isLineAnswer(answer, shop, { countId, productId }) ? shop : undefined

  const refusal = refusalOf(shop, { countId, productId, body })
  if (refusal) return answer.status === refusal ? shop : undefined
  const count = shop[stockCounts.path].get(countId)
  const product = getExisting(shop, 'products', productId)
  if (!count || !product) return undefined
  const before = count.lines.get(productId)
  const place = product.ledger.length
  const isSum = body.mode === 'add' && before?.counted !== undefined && before.counted !== null
  const line: CountedLine = {
    counted: body.counted + (isSum ? (before?.counted ?? 0) : 0),
    entries: (before?.entries ?? 0) + 1,
    beganAt: isSum ? (before?.beganAt ?? place) : place,
    countedAt: place,
    by: user.name,
    posted: null,
  }
  const lines = new Map(count.lines).set(productId, line)
  const after = withCount(shop, { ...count, lines, state: 'open', finishedByName: null })
  if (!isLineAnswer(answer, after, { countId, productId })) return undefined
  if (key === undefined) return after
  return { ...after, keys: new Map(after.keys).set(key, { body: text, id: productId }) }
}

/** The status of a refused number. */
function refusalOf(
  shop: Shop,
  { countId, productId, body }: Omit<NumberSubmission, 'key'>,
): number | undefined {
  const count = shop[stockCounts.path].get(countId)
  if (!count) return 404
  if (count.state !== 'open' && count.state !== 'finished') return 409
  if (!getExisting(shop, 'products', productId)) return 404
  const seen = count.lines.get(productId)?.entries ?? 0
  return body.entries === undefined || body.entries === seen ? undefined : 409
}
