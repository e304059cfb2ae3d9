import { isDeepStrictEqual } from 'node:util'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import type { DocumentEntry } from '#src/clients/journal'

/** A document as an answer shows it; written out once more, so that it is not the API that says whether the API was right. */
export const documentColumns = {
  sales: `'saleId', id, 'customerId', customer_id, 'customerName', customer_name,
    'saleDate', sale_date, 'subtotal', subtotal, 'discount', discount,
    'shippingFees', shipping_fees, 'totalAmount', total_amount, 'remark', remark,
    'saleDetails', (select json_agg(${line()} order by id) from sale_lines where sale_id = sales.id)`,
  purchases: `'purchaseId', id, 'supplierId', supplier_id, 'supplierName', supplier_name,
    'purchaseDate', purchase_date, 'totalAmount', total_amount, 'remark', remark,
    'purchaseDetails',
    (select json_agg(${line()} order by id) from purchase_lines where purchase_id = purchases.id)`,
} satisfies Record<DocumentEntry['resource'], string>

function line(): string {
  return `json_build_object('productId', product_id, 'productName', product_name, 'price', price,
    'quantity', quantity, 'total', total)`
}

/** Whether all that was sent is there as it was sent. What the shop adds of itself, ids and names, is not asked. */
function matchesSent(there: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(there) || there.length !== sent.length) return false
    return sent.every((part, index) => matchesSent(there[index], part))
  }
  if (!isRecord(sent)) return there === sent
  return isRecord(there) && Object.keys(sent).every((name) => matchesSent(there[name], sent[name]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export type Stored = { mark: string; isDeleted: boolean; row: unknown }

/** Every document whose remark begins with the mark, as an answer would show it. */
export async function readDocuments(
  { query }: Pick<ShopDatabase, 'query'>,
  resource: DocumentEntry['resource'],
  mark: string,
): Promise<Stored[]> {
  return query<Stored>(
    `select remark as mark, deleted_at is not null as "isDeleted",
       json_build_object(${documentColumns[resource]}) as row
     from ${resource} where starts_with(remark, $1)`,
    [`${mark}-`],
  )
}

type Judged = { lost: string[]; doubled: string[] }

/**
 * What was answered is there once, exactly as it was answered; what was not, at most once. And each that is there is
 * what was sent: an answer that tells less agrees with a row that has less.
 */
export function judgeDocuments(
  entries: readonly DocumentEntry[],
  stored: readonly Stored[],
): Judged {
  const found = new Map<string, Stored[]>()
  for (const row of stored) found.set(row.mark, [...(found.get(row.mark) ?? []), row])
  const lost: string[] = []
  const doubled: string[] = []
  for (const entry of entries) {
    const rows = found.get(entry.mark) ?? []
    // Of two, the one that was answered.
    const row = rows.find((one) => isDeepStrictEqual(one.row, entry.answer)) ?? rows[0]
    const what = `${entry.resource} "${entry.mark}"`
    if (rows.length > 1) doubled.push(`${what} is there ${rows.length} times`)
    const fault = row ? faultOf(entry, row) : entry.answer && 'is not there'
    if (fault) lost.push(`${what} ${fault}`)
    found.delete(entry.mark)
  }
  for (const mark of found.keys()) doubled.push(`"${mark}" is there, and nobody sent it`)
  return { lost, doubled }
}

function faultOf(entry: DocumentEntry, { row, isDeleted }: Stored): string | undefined {
  if (entry.answer && !isDeepStrictEqual(row, entry.answer)) {
    return `is ${JSON.stringify(row)}, and was answered as ${JSON.stringify(entry.answer)}`
  }
  if (!matchesSent(row, entry.sent)) {
    return `is ${JSON.stringify(row)}, and was sent as ${JSON.stringify(entry.sent)}`
  }
  const differs = entry.isDeleted !== null && entry.isDeleted !== isDeleted
  if (!differs) return undefined
  return entry.isDeleted ? 'was deleted, and is there' : 'was not deleted, or restored, and is gone'
}
