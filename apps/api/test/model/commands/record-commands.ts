import { isDeepStrictEqual } from 'node:util'
import {
  type Call,
  changes,
  type Happening,
  type ModelAnswer,
  neverRight,
  newId,
  reads,
  recordName,
  refusedFor,
  type Scene,
  stockName,
  type Touch,
} from '#test/model/calls'
import { pickAlive } from '#test/model/choices'
import { rowOf } from '#test/model/expected-rows'
import type { CreatePlan, EditPlan } from '#test/model/sequence-plans'
import { alive, type Shop } from '#test/model/shop-model'
import { brokenLinks, linkOf, planBody, type RecordBody } from './record-bodies'
import { brokenStock, enterRecord, rewriteRecord } from './record-effects'

type RecordPath = CreatePlan['resource']

export function planCreate(plan: CreatePlan, scene: Scene): Call {
  const { resource } = plan
  const { body, flaw } = planBody(plan, scene.shop)
  return {
    ...scene,
    resource,
    method: 'POST',
    path: `/${resource}`,
    body: JSON.stringify(body),
    explain(answer) {
      if (flaw) return refusedAlways(answer, flaw)
      if (answer.status !== 201 && answer.status !== 422) throw neverRight(answer)
      const happen = (shop: Shop) => {
        const broken = brokenLinks(shop, resource, body)
        if (answer.status === 422) return refusedFor(answer, broken) ? shop : undefined
        if (broken.length > 0) return undefined
        const id = newId(shop, resource, answer)
        return ifAnswered(
          answer,
          enterRecord(shop, resource, id, body, answer, scene),
          resource,
          id,
        )
      }
      return { happenings: [{ touches: linkTouches(resource, body), happen }] }
    },
  }
}

export function planEdit(plan: EditPlan, scene: Scene): Call {
  const { resource } = plan
  const id = pickAlive(scene.shop, resource, plan.target)
  const { body, flaw } = planBody(plan, scene.shop, id)
  return {
    ...scene,
    resource,
    method: 'PUT',
    path: `/${resource}/${id}`,
    body: JSON.stringify(body),
    explain(answer) {
      if (flaw) return refusedAlways(answer, flaw)
      if (![200, 404, 422].includes(answer.status)) throw neverRight(answer)
      const own = [changes(recordName(resource, id))]
      const stock = resource === 'products' ? [changes(stockName(id))] : []
      const touches = [...own, ...stock, ...linkTouches(resource, body)]
      return { happenings: [{ touches, happen: edited(answer, resource, id, body, scene) }] }
    },
  }
}

function edited(
  answer: ModelAnswer,
  resource: RecordPath,
  id: number,
  body: RecordBody,
  scene: Scene,
): Happening['happen'] {
  return (shop) => {
    const exists = alive(shop, resource, id) !== undefined
    const broken = [...brokenLinks(shop, resource, body), ...brokenStock(shop, resource, id, body)]
    // Where both are wrong, either may be said.
    if (answer.status === 404) return exists ? undefined : shop
    if (answer.status === 422) return refusedFor(answer, broken) ? shop : undefined
    if (!exists || broken.length > 0) return undefined
    return ifAnswered(answer, rewriteRecord(shop, resource, id, body, scene), resource, id)
  }
}

function ifAnswered(
  answer: ModelAnswer,
  shop: Shop,
  resource: RecordPath,
  id: number,
): Shop | undefined {
  const record = shop[resource].get(id)
  if (!record) throw new Error(`The model has no ${resource}/${id}.`)
  return isDeepStrictEqual(answer.body, rowOf(shop, resource, record as never)) ? shop : undefined
}

function refusedAlways(answer: ModelAnswer, flaw: string): { happenings: [] } {
  if (!refusedFor(answer, [flaw])) throw neverRight(answer)
  return { happenings: [] }
}

function linkTouches(resource: RecordPath, body: RecordBody): Touch[] {
  const link = linkOf(resource, body)
  return link ? [reads(recordName(link.resource, link.id))] : []
}
