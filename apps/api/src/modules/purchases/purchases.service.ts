import type { DateRangeQuery, PurchaseInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createDocumentDeletion } from '@/database/document-deletion'
import type { ListQuery } from '@/database/read-list'
import { createRecording } from '@/database/record-once'
import { purchaseColumns } from './purchase-row'
import { recordPurchase } from './record-purchase'

export function createPurchases({ pool }: { pool: Pool }) {
  const record = createRecording<PurchaseInput>(pool, {
    resource: 'purchases',
    record: recordPurchase,
    recall: `select row_to_json(answer)::text from (
      select ${purchaseColumns('purchase_lines')} from purchases as purchase where id = document_id
    ) as answer`,
  })
  const { remove, restore } = createDocumentDeletion(pool, 'purchase')

  function list(days: DateRangeQuery): ListQuery {
    return {
      name: 'list purchases',
      text: `select ${purchaseColumns('purchase_lines')} from purchases as purchase
        where deleted_at is null and purchase_date between $1 and $2
        order by purchase_date desc, id desc`,
      values: [days.startDate ?? '-infinity', days.endDate ?? 'infinity'],
      sources: ['purchases'],
      days,
    }
  }

  return { list, record, remove, restore }
}
