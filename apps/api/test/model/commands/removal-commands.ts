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

/** Deleting one, deleting many, bringing back. */
export function planRemoval(plan: RemovalPlan, scene: CallContext): Call {
  if (plan.does === 'delete') return deleteOne(plan.resource, plan.target, scene)
  const { resource, targets } = plan
  const isRestore = plan.does === 'restore'
  const pick = isRestore ? pickDeleted : pickAlive
  const ids = targets.map((choice) => pick(scene.shop, resource, choice))
  return {
    ...scene,
    resource,
    method: isRestore ? 'POST' : 'DELETE',
    path: `/${resource}/${isRestore ? 'restore' : 'bulk'}`,
    body: JSON.stringify({ ids }),
    explain(answer) {
      const parsed = countAnswer.safeParse(answer.body)
      if (answer.status !== 200 || !parsed.success) throw impossibleAnswer(answer)
      const { count } = parsed.data
      // Each record by itself: two calls that overlap may each get there first at some of them.
      const happenings = [...new Set(ids)].map((id) =>
        deletionEffect(resource, id, isRestore, count, scene),
      )
      return { effects: happenings, claimed: { call: scene.number, count } }
    },
  }
}

function deleteOne(resource: ResourcePath, target: number, scene: CallContext): Call {
  const id = pickAlive(scene.shop, resource, target)
  return {
    ...scene,
    resource,
    method: 'DELETE',
    path: `/${resource}/${id}`,
    explain(answer) {
      if (answer.status !== 204 && answer.status !== 404) throw impossibleAnswer(answer)
      const count = answer.status === 204 ? 1 : 0
      const happenings = [deletionEffect(resource, id, false, count, scene)]
      return { effects: happenings, claimed: { call: scene.number, count } }
    },
  }
}

/** Deletes or restores one record, if it is there to be, as one of at most so many of its call. */
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
