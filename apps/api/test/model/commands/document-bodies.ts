import { pickAlive, textOf } from '#test/model/choices'
import { days } from '#test/model/day-ranges'
import { dollars, lineCents, totalCents } from '#test/model/expected-rows'
import type { RecordPlan } from '#test/model/sequence-plans'
import type { Line, Shop, ShopDocument } from '#test/model/shop-model'

export type DocumentDraft = {
  body: Record<string, unknown>
  /** What the document will hold, but for the names of that moment. */
  paper: Pick<ShopDocument, 'partyId' | 'day' | 'discount' | 'shipping' | 'remark'>
  lines: readonly Omit<Line, 'productName'>[]
}

type Planned = { draft: DocumentDraft; flaw: string | undefined }

/** The body of a sale or a purchase, and the field that is wrong with it, if any is. */
export function planDocumentBody(plan: RecordPlan, shop: Shop): Planned {
  const isSale = plan.resource === 'sales'
  const remark = plan.text % 2 === 0 ? textOf(plan.text).trim() : null
  const paper = {
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
  const draft = { body: isSale ? saleBody(paper, lines) : purchaseBody(paper, lines), paper, lines }
  if (plan.flaw <= 20) return { draft, flaw: undefined }
  const [flaw, body] = spoil(draft.body, isSale, plan.flaw)
  return { draft: { ...draft, body }, flaw }
}

/** The same submission with another remark. */
export function withOtherRemark({ body, paper, lines }: DocumentDraft): DocumentDraft {
  const remark = `${paper.remark ?? ''} changed`.trim()
  return { body: { ...body, remark }, paper: { ...paper, remark }, lines }
}

function saleBody(paper: DocumentDraft['paper'], lines: DocumentDraft['lines']) {
  return {
    customerId: paper.partyId,
    saleDate: paper.day,
    totalAmount: dollars(totalOf(paper, lines)),
    discount: dollars(paper.discount),
    shippingFees: dollars(paper.shipping),
    remark: paper.remark ?? '',
    saleDetails: withTotals(lines),
  }
}

function purchaseBody(paper: DocumentDraft['paper'], lines: DocumentDraft['lines']) {
  return {
    supplierId: paper.partyId,
    totalAmount: dollars(totalOf(paper, lines)),
    purchaseDate: paper.day,
    remark: paper.remark ?? '',
    purchaseDetails: withTotals(lines),
  }
}

function totalOf(paper: DocumentDraft['paper'], lines: DocumentDraft['lines']): number {
  const named = lines.map((line) => ({ ...line, productName: '' }))
  return totalCents({ ...paper, lines: named })
}

function withTotals(lines: DocumentDraft['lines']) {
  return lines.map((line) => ({ ...line, total: dollars(lineCents(line)) }))
}

function spoil(
  body: Record<string, unknown>,
  isSale: boolean,
  flaw: number,
): [string, Record<string, unknown>] {
  const day = isSale ? 'saleDate' : 'purchaseDate'
  if (flaw === 21) return [day, { ...body, [day]: '2026-02-30' }]
  if (flaw === 22 && isSale) return ['shippingFees', { ...body, shippingFees: null }]
  return ['totalAmount', { ...body, totalAmount: Number(body['totalAmount']) + 0.01 }]
}
