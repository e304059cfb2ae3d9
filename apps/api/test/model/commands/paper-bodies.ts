import { days } from '#test/model/days'
import { dollars, lineCents, totalCents } from '#test/model/money'
import { pickAlive } from '#test/model/pick'
import type { RecordPlan } from '#test/model/plan'
import type { Line, Paper, Shop } from '#test/model/shop'
import { textOf } from '#test/model/texts'

export type PaperDraft = {
  body: Record<string, unknown>
  /** What the document will hold, but for the names of that moment. */
  paper: Pick<Paper, 'partyId' | 'day' | 'discount' | 'shipping' | 'remark'>
  lines: readonly Omit<Line, 'productName'>[]
}

type Planned = { draft: PaperDraft; flaw: string | undefined }

/** The body of a sale or a purchase, and the field that is wrong with it, if any is. */
export function planPaperBody(plan: RecordPlan, shop: Shop): Planned {
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
export function withOtherRemark({ body, paper, lines }: PaperDraft): PaperDraft {
  const remark = `${paper.remark ?? ''} changed`.trim()
  return { body: { ...body, remark }, paper: { ...paper, remark }, lines }
}

function saleBody(paper: PaperDraft['paper'], lines: PaperDraft['lines']) {
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

function purchaseBody(paper: PaperDraft['paper'], lines: PaperDraft['lines']) {
  return {
    supplierId: paper.partyId,
    totalAmount: dollars(totalOf(paper, lines)),
    purchaseDate: paper.day,
    remark: paper.remark ?? '',
    purchaseDetails: withTotals(lines),
  }
}

function totalOf(paper: PaperDraft['paper'], lines: PaperDraft['lines']): number {
  const named = lines.map((line) => ({ ...line, productName: '' }))
  return totalCents({ ...paper, lines: named })
}

function withTotals(lines: PaperDraft['lines']) {
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
