import { isDeepStrictEqual } from 'node:util'
import {
  addingTo,
  type Call,
  changing,
  codeTouches,
  type Effect,
  type ModelAnswer,
  impossibleAnswer,
  newId,
  productList,
  reading,
  recordKey,
  isRejectedFor,
  type CallContext,
  stockKey,
  type Touch,
} from '#test/model/calls'
import { pickAlive } from '#test/model/choices'
import { rowOf } from '#test/model/expected/expected-rows'
import type { CreatePlan, EditPlan } from '#test/model/sequence-plans'
import { getExisting, type Shop } from '#test/model/shop-model'
import { missingLinks, linkOf, planBody, type RecordBody, takenCode } from './record-bodies'
import { invalidStock, addRecord, updateRecord } from './record-effects'

type RecordPath = CreatePlan['resource']

export function planCreate(plan: CreatePlan, context: CallContext): Call {
  const { resource } = plan
  const { body, flaw } = planBody(plan, context.shop)
  return {
    ...context,
    resource,
    method: 'POST',
    path: `/${resource}`,
    body: JSON.stringify(body),
    explain(answer) {
      if (flaw) return expectRejection(answer, flaw)
      if (answer.status !== 201 && answer.status !== 422) throw impossibleAnswer(answer)
      const apply = (shop: Shop) => {
        const broken = whatIsBroken(missingLinks(shop, resource, body), takenCode(shop, body))
        if (answer.status === 422) return isRejectedFor(answer, broken) ? shop : undefined
        if (broken.length > 0) return undefined
        const id = newId(shop, resource, answer)
        return shopIfAnswerMatches(
          answer,
          addRecord(shop, resource, id, body, answer, context),
          resource,
          id,
        )
      }
      const touches = [
        ...linkTouches(resource, body),
        ...codeTouches(body['code']),
        ...(resource === 'products' ? [addingTo(productList)] : []),
      ]
      return { effects: [{ touches, apply }] }
    },
  }
}

export function planEdit(plan: EditPlan, context: CallContext): Call {
  const { resource } = plan
  const id = pickAlive(context.shop, resource, plan.target)
  const { body, flaw } = planBody(plan, context.shop, id)
  const version = planVersion(plan, context.shop, id)
  return {
    ...context,
    resource,
    method: 'PUT',
    path: `/${resource}/${id}`,
    body: JSON.stringify(body),
    version,
    explain(answer) {
      if (flaw) return expectRejection(answer, flaw)
      if (![200, 404, 412, 422].includes(answer.status)) throw impossibleAnswer(answer)
      const recordTouches = [changing(recordKey(resource, id))]
      const stockTouches =
        resource === 'products' ? [changing(stockKey(id)), addingTo(productList)] : []
      const touches = [
        ...recordTouches,
        ...stockTouches,
        ...linkTouches(resource, body),
        ...(resource === 'products'
          ? codeTouches(body['code'], context.shop.products.get(id)?.code)
          : []),
      ]
      const edit = { id, body, version }
      return { effects: [{ touches, apply: applyEdit(answer, resource, edit, context) }] }
    },
  }
}

/** The version that an edit names, if any: the present one, or the one before. */
function planVersion({ resource, match }: EditPlan, shop: Shop, id: number): number | undefined {
  const version = shop[resource].get(id)?.version
  if (version === undefined || match < 4) return undefined
  if (match > 4) return version
  return version > 1 ? version - 1 : version + 1
}

function applyEdit(
  answer: ModelAnswer,
  resource: RecordPath,
  { id, body, version }: { id: number; body: RecordBody; version: number | undefined },
  context: CallContext,
): Effect['apply'] {
  return (shop) => {
    const record = getExisting(shop, resource, id)
    const exists = record !== undefined
    const isOld = exists && version !== undefined && version !== record.version
    const broken = whatIsBroken(
      [...missingLinks(shop, resource, body), ...invalidStock(shop, resource, id, body)],
      takenCode(shop, body, id),
    )
    // If the record and the body are both wrong, the API may answer either 404 or 422.
    if (answer.status === 404) return exists ? undefined : shop
    if (answer.status === 412) return isOld ? shop : undefined
    if (isOld) return undefined
    if (answer.status === 422) return isRejectedFor(answer, broken) ? shop : undefined
    if (!exists || broken.length > 0) return undefined
    return shopIfAnswerMatches(
      answer,
      updateRecord(shop, resource, id, body, context),
      resource,
      id,
    )
  }
}

/** The database refuses a code when the product is written, so the API reports it only if all else is valid. */
function whatIsBroken(fields: string[], takenCodes: string[]): string[] {
  return fields.length > 0 ? fields : takenCodes
}

function shopIfAnswerMatches(
  answer: ModelAnswer,
  shop: Shop,
  resource: RecordPath,
  id: number,
): Shop | undefined {
  const record = shop[resource].get(id)
  if (!record) throw new Error(`The model has no ${resource}/${id}.`)
  return isDeepStrictEqual(answer.body, rowOf(shop, resource, record as never)) ? shop : undefined
}

function expectRejection(answer: ModelAnswer, flaw: string): { effects: [] } {
  if (!isRejectedFor(answer, [flaw])) throw impossibleAnswer(answer)
  return { effects: [] }
}

function linkTouches(resource: RecordPath, body: RecordBody): Touch[] {
  const link = linkOf(resource, body)
  return link ? [reading(recordKey(link.resource, link.id))] : []
}
