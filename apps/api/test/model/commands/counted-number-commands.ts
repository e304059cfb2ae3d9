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
  body: { counted: number | null; mode: 'replace' | 'add'; entries?: number }
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
    ...planCounted(plan),
    ...(plan.seen > 2 && { entries: plan.seen === 5 ? entries + 1 : entries }),
  }
  return { countId, productId, body, key: plan.key === 0 ? undefined : `number-${number}` }
}

function planCounted(plan: EnterNumberPlan): Pick<NumberSubmission['body'], 'counted' | 'mode'> {
  const { counted, isSum, takesBack, flaw } = plan
  if (flaw > 22) return { counted: -1, mode: 'replace' }
  if (flaw > 21) return { counted: null, mode: 'add' }
  if (takesBack === 6) return { counted: null, mode: 'replace' }
  if (takesBack === 7) return { counted: 0 - counted, mode: 'add' }
  return { counted, mode: isSum ? 'add' : 'replace' }
}

/** Whether the mode does not have such a number. */
const isFlawed = ({ counted, mode }: NumberSubmission['body']) =>
  mode === 'add' ? counted === null : counted !== null && counted < 0

/** The same submission with another number. */
export function withOtherNumber(submission: NumberSubmission): NumberSubmission {
  const counted = (submission.body.counted ?? 0) + 100
  return { ...submission, body: { ...submission.body, counted } }
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
      if (isFlawed(body)) {
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
  const isSum = body.mode === 'add' && (before?.counted ?? null) !== null
  const counted = totalOf(body, before)
  const line: CountedLine = {
    counted,
    entries: (before?.entries ?? 0) + 1,
    beganAt: isSum ? (before?.beganAt ?? place) : place,
    countedAt: place,
    by: counted === null ? null : { id: user.id, name: user.name },
    posted: null,
  }
  const lines = new Map(count.lines).set(productId, line)
  const after = withCount(shop, { ...count, lines, ...unfinished })
  if (!isLineAnswer(answer, after, { countId, productId })) return undefined
  if (key === undefined) return after
  return { ...after, keys: new Map(after.keys).set(key, { body: text, id: productId }) }
}

const unfinished = { state: 'open', finishedAt: null, finishedByName: null } as const

/** What was counted with this number. null if the product is not counted any more. */
function totalOf(
  { counted, mode }: NumberSubmission['body'],
  before: CountedLine | undefined,
): number | null {
  return counted === null ? null : counted + (mode === 'add' ? (before?.counted ?? 0) : 0)
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
  const line = count.lines.get(productId)
  if (body.entries !== undefined && body.entries !== (line?.entries ?? 0)) return 409
  if (body.counted === null && !line) return 404
  return (totalOf(body, line) ?? 0) < 0 ? 422 : undefined
}
