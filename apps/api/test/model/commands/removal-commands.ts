import { countAnswer, type ResourcePath } from '@stockie/contracts'
import {
  addingTo,
  type Call,
  changing,
  type Effect,
  impossibleAnswer,
  recordKey,
  type CallContext,
  stockKey,
  type Touch,
} from '#test/model/calls'
import { pickAlive, pickDeleted } from '#test/model/choices'
import type { RemovalPlan } from '#test/model/sequence-plans'
import {
  type Deletion,
  moveStockByDocument,
  withRecord,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'

/** Plans a deletion, a bulk deletion or a restore. */
export function planRemoval(plan: RemovalPlan, context: CallContext): Call {
  if (plan.does === 'delete') return deleteOne(plan.resource, plan.target, context)
  const { resource, targets } = plan
  const isRestore = plan.does === 'restore'
  const pick = isRestore ? pickDeleted : pickAlive
  const ids = targets.map((choice) => pick(context.shop, resource, choice))
  return {
    ...context,
    resource,
    method: isRestore ? 'POST' : 'DELETE',
    path: `/${resource}/${isRestore ? 'restore' : 'bulk'}`,
    body: JSON.stringify({ ids }),
    explain(answer) {
      const parsed = countAnswer.safeParse(answer.body)
      if (answer.status !== 200 || !parsed.success) throw impossibleAnswer(answer)
      const { count } = parsed.data
      // One effect per record: of two overlapping calls each may be the first at some records.
      const effects = [...new Set(ids)].map((id) =>
        deletionEffect(resource, id, isRestore, count, context),
      )
      return { effects, claimed: { call: context.number, count } }
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
      const count = answer.status === 204 ? 1 : 0
      const effects = [deletionEffect(resource, id, false, count, context)]
      return { effects, claimed: { call: context.number, count } }
    },
  }
}

/** Deletes or restores one record if possible. A call may change at most `maximum` records. */
function deletionEffect(
  resource: ResourcePath,
  id: number,
  isRestore: boolean,
  maximum: number,
  { shop: before, step, number, user }: CallContext,
): Effect {
  const deletion = isRestore ? null : { step, call: number, by: user.name }
  return {
    touches: [changing(recordKey(resource, id)), ...stocksOf(before, resource, id)],
    apply(shop) {
      const changed = applyDeletion(shop, resource, id, deletion, user.name)
      if (!changed) return shop
      const tally = (shop.tallies.get(number) ?? 0) + 1
      if (tally > maximum) return undefined
      return { ...changed, tallies: new Map(changed.tallies).set(number, tally) }
    },
  }
}

function applyDeletion(
  shop: Shop,
  resource: ResourcePath,
  id: number,
  deletion: Deletion | null,
  userName: string,
): Shop | undefined {
  const record = shop[resource].get(id)
  if (!record || (record.deletion === null) === (deletion === null)) return undefined
  if (!isDocument(record)) return withRecord(shop, resource, { ...record, deletion })
  const document = { ...record, deletion, turn: record.turn + 1 }
  const kind = resource === 'sales' ? 'sales' : 'purchases'
  return moveStockByDocument(withRecord(shop, kind, document), kind, document, userName)
}

function stocksOf(shop: Shop, resource: ResourcePath, id: number): Touch[] {
  const record = shop[resource].get(id)
  if (!record || !isDocument(record)) return []
  return record.lines.map(({ productId }) => addingTo(stockKey(productId)))
}

function isDocument(record: object): record is ShopDocument {
  return 'turn' in record
}
