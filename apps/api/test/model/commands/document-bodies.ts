import { pickAlive, textOf } from '#test/model/choices'
import { days } from '#test/model/day-ranges'
import { dollars, lineCents, totalCents } from '#test/model/amounts'
import type { RecordPlan } from '#test/model/sequence-plans'
import type { Line, Shop, ShopDocument } from '#test/model/shop-model'

export type DocumentDraft = {
  body: Record<string, unknown>
  /** The resulting document without names, which it copies when it is recorded. */
  document: Pick<ShopDocument, 'partyId' | 'day' | 'discount' | 'shipping' | 'remark'>
  lines: readonly Omit<Line, 'productName'>[]
}

type PlannedDocument = { draft: DocumentDraft; flaw: string | undefined }

/** Builds the body of a sale or purchase, and returns the invalid field if the plan asks for one. */
export function planDocumentBody(plan: RecordPlan, shop: Shop): PlannedDocument {
  const isSale = plan.resource === 'sales'
  const remark = plan.text % 2 === 0 ? textOf(plan.text).trim() : null
  const document = {
    partyId: pickAlive(shop, isSale ? 'customers' : 'suppliers', plan.party),
    day: days[plan.day % days.length] ?? '',
    discount: isSale ? plan.discount : 0,
    shipping: isSale ? plan.shipping : 0,
    remark,
  }
  const lines = plan.lines.map(({ product, price, quantity }) => ({
    productId: pickAlive(shop, 'products', product),
    price,
    quantity,
  }))
  const draft = {
    body: isSale ? saleBody(document, lines) : purchaseBody(document, lines),
    document,
    lines,
  }
  if (plan.flaw <= 20) return { draft, flaw: undefined }
  const [flaw, body] = withFlaw(draft.body, isSale, plan.flaw)
  return { draft: { ...draft, body }, flaw }
}

/** Returns the same submission with another remark. */
export function withOtherRemark({ body, document, lines }: DocumentDraft): DocumentDraft {
  const remark = `${document.remark ?? ''} changed`.trim()
  return { body: { ...body, remark }, document: { ...document, remark }, lines }
}

function saleBody(document: DocumentDraft['document'], lines: DocumentDraft['lines']) {
  return {
    customerId: document.partyId,
    saleDate: document.day,
    totalAmount: dollars(totalOf(document, lines)),
    discount: dollars(document.discount),
    shippingFees: dollars(document.shipping),
    remark: document.remark ?? '',
    saleDetails: withTotals(lines),
  }
}

function purchaseBody(document: DocumentDraft['document'], lines: DocumentDraft['lines']) {
  return {
    supplierId: document.partyId,
    totalAmount: dollars(totalOf(document, lines)),
    purchaseDate: document.day,
    remark: document.remark ?? '',
    purchaseDetails: withTotals(lines),
  }
}

function totalOf(document: DocumentDraft['document'], lines: DocumentDraft['lines']): number {
  const namedLines = lines.map((line) => ({ ...line, productName: '' }))
  return totalCents({ ...document, lines: namedLines })
}

function withTotals(lines: DocumentDraft['lines']) {
  return lines.map((line) => ({ ...line, total: dollars(lineCents(line)) }))
}

function withFlaw(
  body: Record<string, unknown>,
  isSale: boolean,
  flaw: number,
): [string, Record<string, unknown>] {
  const day = isSale ? 'saleDate' : 'purchaseDate'
  if (flaw === 21) return [day, { ...body, [day]: '2026-02-30' }]
  if (flaw === 22 && isSale) return ['shippingFees', { ...body, shippingFees: null }]
  return ['totalAmount', { ...body, totalAmount: Number(body['totalAmount']) + 0.01 }]
}
