import { isDeepStrictEqual } from 'node:util'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { DocumentEntry } from '#src/clients/journal'

const recording = `
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdByName', (select name from users where users.id = created_by_id)`

/** A document as a response shows it. Repeated here, so that the API's own SQL does not judge the API. */
export const documentColumns = {
  sales: `'saleId', id, 'customerId', customer_id, 'customerName', customer_name,
    'saleDate', sale_date, 'subtotal', subtotal, 'discount', discount,
    'shippingFees', shipping_fees, 'totalAmount', total_amount, 'remark', remark,
    'saleDetails', (select json_agg(${line(`'id', id, 'cost', cost,`)} order by id) from sale_lines where sale_id = sales.id),
    -- As it was recorded.
    'returnedAmount', 0, ${recording}`,
  purchases: `'purchaseId', id, 'supplierId', supplier_id, 'supplierName', supplier_name,
    'purchaseDate', purchase_date, 'totalAmount', total_amount, 'remark', remark,
    'purchaseDetails',
    (select json_agg(${line()} order by id) from purchase_lines where purchase_id = purchases.id),
    ${recording}`,
  returns: `'id', id, 'saleId', sale_id,
    'saleDate', (select sale_date from sales where sales.id = sale_id),
    'customerName', (select customer_name from sales where sales.id = sale_id),
    'returnDate', return_date, 'lines', (
      select coalesce(json_agg(json_build_object('saleDetailId', sale_line_id, 'productId', part.product_id,
        'productName', sold.product_name, 'price', part.price, 'quantity', part.quantity,
        'restock', restock) order by part.id), '[]')
      from return_lines as part join sale_lines as sold on sold.id = sale_line_id
      where return_id = returns.id
    ), 'proposedRefund', proposed_refund, 'refund', refund, 'shippingRefund', shipping_refund,
    'totalRefund', refund + shipping_refund, 'remark', remark, ${recording}`,
  day_sheets: `'id', id, 'date', day, 'openingFloat', opening_float, 'counted', counted,
    'countedTotal', counted_total, 'paidOtherwise', paid_otherwise, 'takenOut', taken_out,
    'remark', remark, 'expectedCash', expected_cash, 'difference', difference, 'figures', figures,
    ${recording}`,
} satisfies Record<DocumentEntry['resource'], string>

function line(more = ''): string {
  return `json_build_object(${more} 'productId', product_id, 'productName', product_name, 'price', price,
    'quantity', quantity, 'total', total)`
}

/**
 * True if the row holds everything that was sent. Ignores fields that the shop adds, such as IDs and names.
 */
function matchesSent(stored: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(stored) || stored.length !== sent.length) return false
    return sent.every((part, index) => matchesSent(stored[index], part))
  }
  if (!isRecord(sent)) return stored === sent
  return (
    isRecord(stored) &&
    Object.keys(sent).every(
      (name) => isComputed(name, sent) || matchesSent(stored[name], sent[name]),
    )
  )
}

/** The shop computes a refund that was not sent. */
const isComputed = (name: string, sent: Record<string, unknown>) =>
  name === 'refund' && sent[name] === null

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export type Stored = { mark: string; isDeleted: boolean; row: unknown }

/** Reads every document whose remark begins with the mark, as a response would show it. */
export async function readDocuments(
  { query }: Pick<ShopDatabase, 'query'>,
  resource: DocumentEntry['resource'],
  mark: string,
): Promise<Stored[]> {
  // A cash count cannot be deleted.
  const isDeleted = resource === 'day_sheets' ? 'false' : 'deleted_at is not null'
  return query<Stored>(
    `select remark as mark, ${isDeleted} as "isDeleted",
       json_build_object(${documentColumns[resource]}) as row
     from ${resource} where starts_with(remark, $1)`,
    [`${mark}-`],
  )
}

type DocumentFindings = { lost: string[]; doubled: string[] }

/**
 * An answered document must exist once, exactly as answered; an unanswered one at most once. Each row must
 * also match its request, because an answer with a missing line would agree with a row that lacks it too.
 */
export function judgeDocuments(
  entries: readonly DocumentEntry[],
  stored: readonly Stored[],
): DocumentFindings {
  const found = new Map<string, Stored[]>()
  for (const row of stored) found.set(row.mark, [...(found.get(row.mark) ?? []), row])
  const lost: string[] = []
  const doubled: string[] = []
  for (const entry of entries) {
    const rows = found.get(entry.mark) ?? []
    // If there are two, prefer the one that was answered.
    const row = rows.find((candidate) => isDeepStrictEqual(candidate.row, entry.answer)) ?? rows[0]
    const label = `${entry.resource} "${entry.mark}"`
    if (rows.length > 1) doubled.push(`${label} exists ${rows.length} times`)
    const difference = row ? describeDifference(entry, row) : entry.answer && 'is missing'
    if (difference) lost.push(`${label} ${difference}`)
    found.delete(entry.mark)
  }
  for (const mark of found.keys()) doubled.push(`"${mark}" exists, and was never sent`)
  return { lost, doubled }
}

function describeDifference(entry: DocumentEntry, { row, isDeleted }: Stored): string | undefined {
  if (entry.answer && !isDeepStrictEqual(row, entry.answer)) {
    return `differs from its answer: the row is ${JSON.stringify(row)}, the answer was ${JSON.stringify(entry.answer)}`
  }
  if (!matchesSent(row, entry.sent)) {
    return `differs from its request: the row is ${JSON.stringify(row)}, the request was ${JSON.stringify(entry.sent)}`
  }
  const differs = entry.isDeleted !== null && entry.isDeleted !== isDeleted
  if (!differs) return undefined
  return entry.isDeleted
    ? 'is not deleted, although its deletion was answered'
    : 'is deleted, although the last answer says it is not'
}
