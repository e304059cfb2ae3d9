import { bulkDeleteAnswer, type ResourcePath, restoreAnswer } from '@stockie/contracts'
import {
  addingTo,
  type Batch,
  type Call,
  changing,
  codeTouches,
  dayFigures,
  type Effect,
  impossibleAnswer,
  productList,
  recordKey,
  type CallContext,
  stockKey,
  type Touch,
} from '#test/model/calls'
import { pickAlive, pickDeleted } from '#test/model/choices'
import { turnReturnsWithSale } from '#test/model/expected/expected-returns'
import type { RemovalPlan } from '#test/model/sequence-plans'
import {
  type Deletion,
  isCodeTaken,
  moveStockByDocument,
  withPosted,
  withRecord,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'

/** Plans a deletion, a bulk deletion or a restore. */
export function planRemoval(plan: RemovalPlan, context: CallContext): Call {
  if (plan.does === 'delete') return deleteOne(plan.resource, plan.target, context)
  const { resource, targets } = plan
  const pick = plan.does === 'restore' ? pickDeleted : pickAlive
  const ids = targets.map((choice) => pick(context.shop, resource, choice))
  return plan.does === 'restore'
    ? restoreMany(resource, { ids }, ids, context)
    : deleteMany(resource, ids, context)
}

/** Restores what a bulk deletion of an earlier step deleted and what is still deleted since. */
export function restoreBatch(batch: Batch, resource: ResourcePath, context: CallContext): Call {
  // Another resource has no records of the batch.
  const ids = resource === batch.resource ? batch.ids : []
  return restoreMany(resource, { batch: batch.name }, ids, context, batch.call)
}

function deleteMany(resource: ResourcePath, ids: readonly number[], context: CallContext): Call {
  const { number: call, step, user } = context
  return {
    ...context,
    resource,
    method: 'DELETE',
    path: `/${resource}/bulk`,
    body: JSON.stringify({ ids }),
    explain(answer) {
      const parsed = bulkDeleteAnswer.safeParse(answer.body)
      if (answer.status !== 200 || !parsed.success) throw impossibleAnswer(answer)
      const { count, batch: name } = parsed.data
      if (count > 0 !== (name !== null)) throw impossibleAnswer(answer)
      const deletion = { step, call, by: user.name }
      return {
        effects: effectsOn(resource, ids, { to: deletion, maximum: count }, context),
        claimed: { call, count },
        ...(name !== null && { batch: { name, call, resource, ids } }),
      }
    },
  }
}

function restoreMany(
  resource: ResourcePath,
  body: object,
  ids: readonly number[],
  context: CallContext,
  /** The call that must have deleted the records. */
  deletedBy?: number,
): Call {
  return {
    ...context,
    resource,
    method: 'POST',
    path: `/${resource}/restore`,
    body: JSON.stringify(body),
    explain(answer) {
      const parsed = restoreAnswer.strict().safeParse(answer.body)
      if (answer.status !== 200 || !parsed.success) throw impossibleAnswer(answer)
      const { count, codesRemoved } = parsed.data
      const isOdd = codesRemoved?.length === 0 || (codesRemoved && resource !== 'products')
      if (isOdd || codesRemoved?.some((id) => !ids.includes(id))) throw impossibleAnswer(answer)
      const change = { to: null, deletedBy, maximum: count, codesRemoved }
      return {
        effects: effectsOn(resource, ids, change, context),
        claimed: { call: context.number, count },
      }
    },
  }
}

function deleteOne(resource: ResourcePath, target: number, context: CallContext): Call {
  const id = pickAlive(context.shop, resource, target)
  return {
    ...context,
    resource,
    method: 'DELETE',
    path: `/${resource}/${id}`,
    explain(answer) {
      if (answer.status !== 204 && answer.status !== 404) throw impossibleAnswer(answer)
      const { number: call, step, user } = context
      const count = answer.status === 204 ? 1 : 0
      const deletion = { step, call, by: user.name }
      return {
        effects: effectsOn(resource, [id], { to: deletion, maximum: count }, context),
        claimed: { call, count },
      }
    },
  }
}

type Change = {
  to: Deletion | null
  /** Only records that this call deleted are changed. */
  deletedBy?: number | undefined
  /** A call may change at most this many records. */
  maximum: number
  /** The products that the call has restored without their code. */
  codesRemoved?: readonly number[] | undefined
}

/** One effect per record: of two overlapping calls each may be the first at some records. */
function effectsOn(
  resource: ResourcePath,
  ids: readonly number[],
  change: Change,
  { shop: before, number, user }: CallContext,
): Effect[] {
  return [...new Set(ids)].map((id) => ({
    touches: [
      changing(recordKey(resource, id)),
      ...stocksOf(before, resource, id),
      ...(resource === 'sales' ? [addingTo(dayFigures)] : []),
      ...(resource === 'products'
        ? [...codeTouches(before.products.get(id)?.code), addingTo(productList)]
        : []),
    ],
    apply(shop) {
      const losesCode = change.codesRemoved?.includes(id) === true
      const ready = losesCode ? withoutCode(shop, id, user.name) : shop
      const changed = ready && applyDeletion(ready, resource, id, change, user.name)
      if (!changed) return losesCode ? undefined : shop
      if (resource === 'products' && change.to === null && hasTakenCode(changed, id))
        return undefined
      const tally = (shop.tallies.get(number) ?? 0) + 1
      if (tally > change.maximum) return undefined
      return { ...changed, tallies: new Map(changed.tallies).set(number, tally) }
    },
  }))
}

/** Takes the code of a deleted product if another product has it by now. Undefined if it has none, or may keep it. */
function withoutCode(shop: Shop, id: number, userName: string): Shop | undefined {
  const product = shop.products.get(id)
  if (!product?.deletion || product.code === null) return undefined
  if (!isCodeTaken(shop, product.code)) return undefined
  const change = { field: 'code', before: product.code, after: null }
  const edited = { ...product, code: null, version: product.version + 1 }
  return withRecord(shop, 'products', withPosted(edited, userName, 'changed', [change]))
}

function hasTakenCode(shop: Shop, id: number): boolean {
  const code = shop.products.get(id)?.code ?? null
  return code !== null && isCodeTaken(shop, code, id)
}

function applyDeletion(
  shop: Shop,
  resource: ResourcePath,
  id: number,
  { to: deletion, deletedBy }: Change,
  userName: string,
): Shop | undefined {
  const found = shop[resource].get(id)
  if (!found || (found.deletion === null) === (deletion === null)) return undefined
  if (deletedBy !== undefined && found.deletion?.call !== deletedBy) return undefined
  const record = withPosted(found, userName, deletion === null ? 'restored' : 'deleted')
  if (!isDocument(record)) return withRecord(shop, resource, { ...record, deletion })
  const document = { ...record, deletion, turn: record.turn + 1 }
  const kind = resource === 'sales' ? 'sales' : 'purchases'
  const turned = moveStockByDocument(withRecord(shop, kind, document), kind, document, userName)
  if (kind === 'purchases' || !isDocument(found)) return turned
  return turnReturnsWithSale(turned, found, deletion, userName)
}

function stocksOf(shop: Shop, resource: ResourcePath, id: number): Touch[] {
  const record = shop[resource].get(id)
  if (!record || !isDocument(record)) return []
  return record.lines.map(({ productId }) => addingTo(stockKey(productId)))
}

function isDocument(record: object): record is ShopDocument {
  return 'turn' in record
}
