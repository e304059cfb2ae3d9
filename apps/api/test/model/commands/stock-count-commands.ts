import { stockCounts } from '@stockie/contracts'
import {
  type Call,
  type CallContext,
  changing,
  createdAtIn,
  type Explanation,
  impossibleAnswer,
  isRejectedFor,
  type ModelAnswer,
  newId,
  productList,
  reading,
  recordKey,
  stockCountKey,
  stockKey,
} from '#test/model/calls'
import { pickAlive, pickStockCount, textOf } from '#test/model/choices'
import {
  isCountAnswer,
  stockCountDetailOf,
  stockCountRowOf,
  withCount,
} from '#test/model/expected/expected-stock-counts'
import type { StartCountPlan, TakeCountPlan } from '#test/model/sequence-plans'
import { listExisting, type Shop } from '#test/model/shop-model'
import type { StockCountRecord } from '#test/model/stock-count-record'
import { countTakers, hasNumbers } from './stock-count-steps'

type CountStart = {
  body: {
    name: string | null
    categoryId: number | null
    productIds: number[] | null
    blind: boolean
  }
  key: string | undefined
}

const path = `/${stockCounts.path}`
/** The posted counts, in their order. Posting and undoing depend on it. */
const postings = 'postings of stock counts'

export function planCountStart(plan: StartCountPlan, { shop, number }: CallContext): CountStart {
  const { scope } = plan
  const chosen = plan.products.map((choice) => pickAlive(shop, 'products', choice))
  const body = {
    name: plan.text % 2 === 0 ? textOf(plan.text).trim() : null,
    categoryId: scope === 'category' ? pickAlive(shop, 'categories', plan.category) : null,
    productIds: scope === 'products' ? chosen : null,
    blind: plan.isBlind,
  }
  return { body, key: plan.key === 0 ? undefined : `stock-count-${number}` }
}

export function startCount({ body, key }: CountStart, context: CallContext): Call {
  const keyName = key && `${stockCounts.path}/${context.user.id}/${key}`
  return {
    ...context,
    resource: stockCounts.path,
    method: 'POST',
    path,
    body: JSON.stringify(body),
    ...(key && { key }),
    explain(answer) {
      const touches = [reading(productList), ...(keyName ? [changing(keyName)] : [])]
      const apply = (shop: Shop) => applyStart(shop, { body, key: keyName }, answer, context)
      return { effects: [{ touches, apply }] }
    },
  }
}

function applyStart(
  shop: Shop,
  { body, key }: CountStart,
  answer: ModelAnswer,
  { user }: CallContext,
): Shop | undefined {
  const first = key === undefined ? undefined : shop.keys.get(key)
  const known = first && shop[stockCounts.path].get(first.id)
  if (known)
    return isCountAnswer(answer, 201, stockCountDetailOf(shop, known, answer.body))
      ? shop
      : undefined
  const { name, categoryId, productIds, blind } = body
  const chosen = listExisting(shop, 'products').filter(
    (product) =>
      (categoryId === null || product.categoryId === categoryId) &&
      (productIds === null || productIds.includes(product.id)),
  )
  if (chosen.length === 0) {
    const field = productIds === null ? 'categoryId' : 'productIds'
    return isRejectedFor(answer, [field]) ? shop : undefined
  }
  if (answer.status !== 201) return undefined
  const line = { counted: null, entries: 0, beganAt: 0, countedAt: 0, by: null, posted: null }
  const count: StockCountRecord = {
    id: newId(shop, stockCounts.path, answer),
    name,
    categoryId,
    blind,
    state: 'open',
    lines: new Map(chosen.map(({ id }) => [id, line])),
    createdAt: createdAtIn(answer),
    createdByName: user.name,
    finishedByName: null,
    finishedAt: null,
    postedByName: null,
    undoneByName: null,
    discardedByName: null,
    posting: null,
  }
  if (!isCountAnswer(answer, 201, stockCountDetailOf(shop, count, answer.body))) return undefined
  const after = withCount(shop, count)
  if (key === undefined) return after
  return { ...after, keys: new Map(after.keys).set(key, { body: '', id: count.id }) }
}

/** Takes a count a step further. */
export function takeCount(plan: TakeCountPlan, context: CallContext): Call {
  const { step } = plan
  const id = pickStockCount(context.shop, plan.target, isDue[step])
  const seen = step === 'post' ? seenFinish(plan, context.shop[stockCounts.path].get(id)) : null
  return {
    ...context,
    resource: stockCounts.path,
    method: 'POST',
    path: `${path}/${id}/${step}`,
    ...(seen !== null && { body: JSON.stringify({ finishedAt: seen }) }),
    explain: (answer) => explainStep({ answer, step, id, seen }, context),
  }
}

/** The finish that a posting says to have seen. */
function seenFinish({ seen }: TakeCountPlan, count: StockCountRecord | undefined): string | null {
  if (seen === 5) return '2026-01-01T00:00:00.000Z'
  return seen < 2 ? null : (count?.finishedAt ?? null)
}

/** The counts that the steps are for. Sometimes it chooses another count, which the API refuses. */
const isDue: Record<TakeCountPlan['step'], (count: StockCountRecord) => boolean> = {
  finish: ({ state, lines }) => state === 'open' && hasNumbers(lines),
  post: ({ state }) => state === 'finished',
  discard: ({ state }) => state === 'open' || state === 'finished',
  reopen: ({ state }) => state === 'discarded',
  undo: ({ state }) => state === 'posted',
}

/** Only owners and managers may do so. It moves stock. */
const isPosting = (step: TakeCountPlan['step']) => step === 'post' || step === 'undo'

type AnsweredStep = {
  answer: ModelAnswer
  step: TakeCountPlan['step']
  id: number
  seen: string | null
}

function explainStep(answered: AnsweredStep, context: CallContext): Explanation {
  const { answer, step, id } = answered
  const { shop: before, user } = context
  if (isPosting(step) && user.role === 3) {
    if (answer.status !== 403) throw impossibleAnswer(answer)
    return { effects: [] }
  }
  // A number of the same step may add any product. Those of the count come first, so that their ledgers are read.
  const counted = [...(before[stockCounts.path].get(id)?.lines.keys() ?? [])]
  const products = [...new Set([...counted, ...before.products.keys()])]
  const touches = [
    changing(stockCountKey(id)),
    ...(isPosting(step) ? [changing(postings)] : []),
    ...(!isPosting(step) || answer.status !== 200
      ? []
      : products.flatMap((product) => [
          reading(recordKey('products', product)),
          changing(stockKey(product)),
        ])),
  ]
  return { effects: [{ touches, apply: (shop) => applyStep(shop, answered, user.name) }] }
}

function applyStep(
  shop: Shop,
  { answer, step, id, seen }: AnsweredStep,
  by: string,
): Shop | undefined {
  const count = shop[stockCounts.path].get(id)
  if (!count) return answer.status === 404 ? shop : undefined
  const after = countTakers[step](shop, count, {
    by,
    seen,
    finishedAt: Object(answer.body).finishedAt,
  })
  if (!after) return answer.status === 409 ? shop : undefined
  const taken = after[stockCounts.path].get(id) ?? count
  const expected = step === 'finish' ? stockCountDetailOf : stockCountRowOf
  return isCountAnswer(answer, 200, expected(after, taken, answer.body)) ? after : undefined
}
