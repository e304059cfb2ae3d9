import type { Database } from '@stockie/stage/database'
import type { DocumentEntry } from '#src/clients/journal'

export type Stored = { mark: string; isDeleted: boolean; row: unknown }

/** Written out once more, so that it is not the API that says whether the API was right. */
const columns = {
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

/** Every document whose remark begins with the mark, as an answer would show it. */
export async function readDocuments(
  { query }: Pick<Database, 'query'>,
  resource: DocumentEntry['resource'],
  mark: string,
): Promise<Stored[]> {
  return query<Stored>(
    `select remark as mark, deleted_at is not null as "isDeleted",
       json_build_object(${columns[resource]}) as row
     from ${resource} where starts_with(remark, $1)`,
    [`${mark}-`],
  )
}
