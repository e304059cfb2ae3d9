import { isDeepStrictEqual } from 'node:util'
import {
  addsTo,
  type Call,
  changes,
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
import { rowOf } from '#test/model/expected-rows'
import type { RecordPlan } from '#test/model/sequence-plans'
import {
  alive,
  moveStockByDocument,
  put,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'
import { type DocumentDraft, planDocumentBody } from './document-bodies'

/** A sale or a purchase that somebody submits; kept, since it may be submitted again. */
export type Submission = {
  resource: 'sales' | 'purchases'
  draft: DocumentDraft
  key: string | undefined
  flaw: string | undefined
}

export function planSubmission(plan: RecordPlan, { shop, number }: Scene): Submission {
  const { resource, key } = plan
  // Mostly a key of its own, else one of two that earlier submissions may have used.
  const name = key === 0 ? undefined : key < 8 ? `draft-${number}` : `shared-${key}`
  return { resource, key: name, ...planDocumentBody(plan, shop) }
}

export function submit({ resource, draft, key, flaw }: Submission, scene: Scene): Call {
  const body = JSON.stringify(draft.body)
  const keyName = key && `${resource}/${scene.user.id}/${key}`
  return {
    ...scene,
    resource,
    method: 'POST',
    path: `/${resource}`,
    body,
    ...(key && { key }),
    explain(answer) {
      if (flaw) {
        if (!refusedFor(answer, [flaw])) throw neverRight(answer)
        return { happenings: [] }
      }
      if (![201, 409, 422].includes(answer.status)) throw neverRight(answer)
      const touches = touchesOf(resource, draft, keyName)
      const happen = (shop: Shop) => submitted(shop, resource, draft, answer, scene, keyName)
      return { happenings: [{ touches, happen }] }
    },
  }
}

function submitted(
  shop: Shop,
  resource: 'sales' | 'purchases',
  draft: DocumentDraft,
  answer: ModelAnswer,
  { user }: Scene,
  keyName: string | undefined,
): Shop | undefined {
  const broken = brokenPaths(shop, resource, draft)
  const first = keyName === undefined ? undefined : shop.keys.get(keyName)
  const body = JSON.stringify(draft.body)
  if (first && first.body === body) {
    const paper = shop[resource].get(first.id)
    return paper && isDeepStrictEqual(answer, { status: 201, body: rowOf(shop, resource, paper) })
      ? shop
      : undefined
  }
  // Under a key that is taken either may be said of a body that is broken, too.
  if (answer.status === 422) return refusedFor(answer, broken) ? shop : undefined
  if (answer.status === 409) return first ? shop : undefined
  if (first || broken.length > 0) return undefined

  const id = newId(shop, resource, answer)
  const paper = writePaper(shop, resource, draft, id)
  if (!isDeepStrictEqual(answer.body, rowOf(shop, resource, paper))) return undefined
  const recorded = moveStockByDocument(put(shop, resource, paper), resource, paper, user.name)
  if (keyName === undefined) return recorded
  return { ...recorded, keys: new Map(recorded.keys).set(keyName, { body, id }) }
}

/** Names are those of the moment. */
function writePaper(
  shop: Shop,
  resource: 'sales' | 'purchases',
  { paper, lines }: DocumentDraft,
  id: number,
): ShopDocument {
  const partyName = alive(shop, partyOf(resource), paper.partyId)?.name ?? ''
  const named = lines.map((line) => ({
    ...line,
    productName: alive(shop, 'products', line.productId)?.name ?? '',
  }))
  return { ...paper, id, deletion: null, turn: 0, partyName, lines: named }
}

/** Every field that names a party or a product which is deleted or unknown. */
function brokenPaths(
  shop: Shop,
  resource: 'sales' | 'purchases',
  { paper, lines }: DocumentDraft,
): string[] {
  const isSale = resource === 'sales'
  const party = alive(shop, partyOf(resource), paper.partyId)
  const details = isSale ? 'saleDetails' : 'purchaseDetails'
  return [
    ...(party ? [] : [isSale ? 'customerId' : 'supplierId']),
    ...lines.flatMap(({ productId }, index) =>
      alive(shop, 'products', productId) ? [] : [`${details}.${index}.productId`],
    ),
  ]
}

function touchesOf(
  resource: 'sales' | 'purchases',
  { paper, lines }: DocumentDraft,
  keyName: string | undefined,
): Touch[] {
  return [
    reads(recordName(partyOf(resource), paper.partyId)),
    ...lines.flatMap(({ productId }) => [
      reads(recordName('products', productId)),
      addsTo(stockName(productId)),
    ]),
    ...(keyName ? [changes(keyName)] : []),
  ]
}

function partyOf(resource: 'sales' | 'purchases'): 'customers' | 'suppliers' {
  return resource === 'sales' ? 'customers' : 'suppliers'
}
