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
