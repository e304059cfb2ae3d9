import { countAnswer, type ResourcePath } from '@stockie/contracts'
import {
  addsTo,
  type Call,
  changes,
  type Happening,
  neverRight,
  recordName,
  type Scene,
  stockName,
  type Touch,
} from '#test/model/calls'
import { pickAlive, pickDeleted } from '#test/model/choices'
import type { RemovalPlan } from '#test/model/sequence-plans'
import {
  type Deletion,
  moveStockByDocument,
  put,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'

/** Deleting one, deleting many, bringing back. */
export function planRemoval(plan: RemovalPlan, scene: Scene): Call {
  if (plan.does === 'delete') return deleteOne(plan.resource, plan.target, scene)
  const { resource, targets } = plan
  const restoring = plan.does === 'restore'
  const choose = restoring ? pickDeleted : pickAlive
  const ids = targets.map((choice) => choose(scene.shop, resource, choice))
  return {
    ...scene,
    resource,
    method: restoring ? 'POST' : 'DELETE',
    path: `/${resource}/${restoring ? 'restore' : 'bulk'}`,
    body: JSON.stringify({ ids }),
    explain(answer) {
      const counted = countAnswer.safeParse(answer.body)
      if (answer.status !== 200 || !counted.success) throw neverRight(answer)
      const { count } = counted.data
      // Each record by itself: two calls that overlap may each get there first at some of them.
      const happenings = [...new Set(ids)].map((id) => mark(resource, id, restoring, count, scene))
      return { happenings, changed: { call: scene.number, count } }
    },
  }
}

function deleteOne(resource: ResourcePath, target: number, scene: Scene): Call {
  const id = pickAlive(scene.shop, resource, target)
  return {
    ...scene,
    resource,
    method: 'DELETE',
    path: `/${resource}/${id}`,
    explain(answer) {
      if (answer.status !== 204 && answer.status !== 404) throw neverRight(answer)
      const count = answer.status === 204 ? 1 : 0
      const happenings = [mark(resource, id, false, count, scene)]
      return { happenings, changed: { call: scene.number, count } }
    },
  }
}

/** Deletes or restores one record, if it is there to be, as one of at most so many of its call. */
function mark(
  resource: ResourcePath,
  id: number,
  restoring: boolean,
  atMost: number,
  { shop: before, step, number, user }: Scene,
): Happening {
  const deletion = restoring ? null : { step, call: number, by: user.name }
  return {
    touches: [changes(recordName(resource, id)), ...stocksOf(before, resource, id)],
    happen(shop) {
      const changed = withMark(shop, resource, id, deletion, user.name)
      if (!changed) return shop
      const tally = (shop.tallies.get(number) ?? 0) + 1
      if (tally > atMost) return undefined
      return { ...changed, tallies: new Map(changed.tallies).set(number, tally) }
    },
  }
}

function withMark(
  shop: Shop,
  resource: ResourcePath,
  id: number,
  deletion: Deletion | null,
  userName: string,
): Shop | undefined {
  const record = shop[resource].get(id)
  if (!record || (record.deletion === null) === (deletion === null)) return undefined
  if (!isPaper(record)) return put(shop, resource, { ...record, deletion })
  const paper = { ...record, deletion, turn: record.turn + 1 }
  const kind = resource === 'sales' ? 'sales' : 'purchases'
  return moveStockByDocument(put(shop, kind, paper), kind, paper, userName)
}

function stocksOf(shop: Shop, resource: ResourcePath, id: number): Touch[] {
  const record = shop[resource].get(id)
  if (!record || !isPaper(record)) return []
  return record.lines.map(({ productId }) => addsTo(stockName(productId)))
}

function isPaper(record: object): record is ShopDocument {
  return 'turn' in record
}
