import { isDeepStrictEqual } from 'node:util'
import {
  addingTo,
  type Call,
  changing,
  createdAtIn,
  dayFigures,
  type ModelAnswer,
  impossibleAnswer,
  newId,
  reading,
  recordKey,
  isRejectedFor,
  type CallContext,
  stockKey,
  type Touch,
} from '#test/model/calls'
import { rowOf } from '#test/model/expected/expected-rows'
import type { RecordPlan } from '#test/model/sequence-plans'
import {
  getExisting,
  moveStockByDocument,
  withRecord,
  type Shop,
  type ShopDocument,
} from '#test/model/shop-model'
import { type DocumentDraft, planDocumentBody } from './document-bodies'

/** A submitted sale or purchase. Runs keep it because a later step may submit it again. */
export type Submission = {
  resource: 'sales' | 'purchases'
  draft: DocumentDraft
  key: string | undefined
  flaw: string | undefined
}

export function planSubmission(plan: RecordPlan, { shop, number }: CallContext): Submission {
  const { resource, key } = plan
  // Key 0 means none, 1 to 7 a new key, 8 and 9 a key that earlier submissions may have used.
  const keyName = key === 0 ? undefined : key < 8 ? `draft-${number}` : `shared-${key}`
  return { resource, key: keyName, ...planDocumentBody(plan, shop) }
}

export function submit({ resource, draft, key, flaw }: Submission, context: CallContext): Call {
  const body = JSON.stringify(draft.body)
  const keyName = key && `${resource}/${context.user.id}/${key}`
  return {
    ...context,
    resource,
    method: 'POST',
    path: `/${resource}`,
    body,
    ...(key && { key }),
    explain(answer) {
      if (flaw) {
        if (!isRejectedFor(answer, [flaw])) throw impossibleAnswer(answer)
        return { effects: [] }
      }
      if (![201, 409, 422].includes(answer.status)) throw impossibleAnswer(answer)
      const touches = touchesOf(resource, draft, keyName)
      const apply = (shop: Shop) => applySubmission(shop, resource, draft, answer, context, keyName)
      return { effects: [{ touches, apply }] }
    },
  }
}

function applySubmission(
  shop: Shop,
  resource: 'sales' | 'purchases',
  draft: DocumentDraft,
  answer: ModelAnswer,
  { user }: CallContext,
  keyName: string | undefined,
): Shop | undefined {
  const expectedPaths = missingReferences(shop, resource, draft)
  const original = keyName === undefined ? undefined : shop.keys.get(keyName)
  const body = JSON.stringify(draft.body)
  if (original && original.body === body) {
    const document = shop[resource].get(original.id)
    return document &&
      isDeepStrictEqual(answer, { status: 201, body: firstAnswerOf(shop, resource, document) })
      ? shop
      : undefined
  }
  // For an invalid body under a used key the API may answer either 422 or 409.
  if (answer.status === 422) return isRejectedFor(answer, expectedPaths) ? shop : undefined
  if (answer.status === 409) return original ? shop : undefined
  if (original || expectedPaths.length > 0) return undefined

  const id = newId(shop, resource, answer)
  const document = createDocument(shop, resource, draft, {
    id,
    lineIds: lineIdsIn(answer),
    createdAt: createdAtIn(answer),
    createdByName: user.name,
  })
  if (!isDeepStrictEqual(answer.body, rowOf(shop, resource, document))) return undefined
  const after = moveStockByDocument(
    withRecord(shop, resource, document),
    resource,
    document,
    user.name,
  )
  if (keyName === undefined) return after
  return { ...after, keys: new Map(after.keys).set(keyName, { body, id }) }
}

/** Nothing of a sale had come back when it was recorded. */
function firstAnswerOf(shop: Shop, resource: 'sales' | 'purchases', document: ShopDocument) {
  const row = rowOf(shop, resource, document)
  return resource === 'sales' ? { ...row, returnedAmount: 0 } : row
}

type Recording = Pick<ShopDocument, 'id' | 'createdAt' | 'createdByName'> & { lineIds: number[] }

/** The ids that the API gave to the lines of a sale. */
function lineIdsIn({ body }: ModelAnswer): number[] {
  const lines: { id: number }[] = Object(body).saleDetails ?? []
  return lines.map(({ id }) => id)
}

/** Copies the current names and costs into the document. */
function createDocument(
  shop: Shop,
  resource: 'sales' | 'purchases',
  { document, lines }: DocumentDraft,
  { lineIds, ...recorded }: Recording,
): ShopDocument {
  const partyName = getExisting(shop, partyOf(resource), document.partyId)?.name ?? ''
  const namedLines = lines.map((line, index) => {
    const { name: productName = '', cost = 0 } = getExisting(shop, 'products', line.productId) ?? {}
    return {
      ...(resource === 'sales' && { id: lineIds[index] ?? 0, cost }),
      ...line,
      productName,
    }
  })
  const history = [{ by: recorded.createdByName, action: 'recorded' as const, changes: [] }]
  return {
    ...document,
    ...recorded,
    deletion: null,
    turn: 0,
    partyName,
    lines: namedLines,
    history,
  }
}

/** Returns every field that references a deleted or unknown party or product. */
function missingReferences(
  shop: Shop,
  resource: 'sales' | 'purchases',
  { document, lines }: DocumentDraft,
): string[] {
  const isSale = resource === 'sales'
  const party = getExisting(shop, partyOf(resource), document.partyId)
  const details = isSale ? 'saleDetails' : 'purchaseDetails'
  return [
    ...(party ? [] : [isSale ? 'customerId' : 'supplierId']),
    ...lines.flatMap(({ productId }, index) =>
      getExisting(shop, 'products', productId) ? [] : [`${details}.${index}.productId`],
    ),
  ]
}

function touchesOf(
  resource: 'sales' | 'purchases',
  { document, lines }: DocumentDraft,
  keyName: string | undefined,
): Touch[] {
  return [
    reading(recordKey(partyOf(resource), document.partyId)),
    ...lines.flatMap(({ productId }) => [
      reading(recordKey('products', productId)),
      addingTo(stockKey(productId)),
    ]),
    ...(resource === 'sales' ? [addingTo(dayFigures)] : []),
    ...(keyName ? [changing(keyName)] : []),
  ]
}

function partyOf(resource: 'sales' | 'purchases'): 'customers' | 'suppliers' {
  return resource === 'sales' ? 'customers' : 'suppliers'
}
