import { documentLines } from '@/database/document-lines'

/** A purchase as the contract names its fields; its lines stand in a table, or in what an insert returns. */
export const purchaseColumns = (lines: string) => `
  purchase.id as "purchaseId", purchase.supplier_id as "supplierId",
  purchase.supplier_name as "supplierName", purchase.purchase_date as "purchaseDate",
  purchase.total_amount as "totalAmount", purchase.remark,
  ${documentLines(lines, 'purchase')} as "purchaseDetails"`
