import { documentLines } from '@/database/document-lines'

/** A sale as the contract names its fields; its lines stand in a table, or in what an insert returns. */
export const saleColumns = (lines: string) => `
  sale.id as "saleId", sale.customer_id as "customerId", sale.customer_name as "customerName",
  sale.sale_date as "saleDate", sale.subtotal, sale.discount, sale.shipping_fees as "shippingFees",
  sale.total_amount as "totalAmount", sale.remark,
  ${documentLines(lines, 'sale')} as "saleDetails"`
