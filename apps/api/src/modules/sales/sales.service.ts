import type { DateRangeQuery, SaleInput } from '@stockie/contracts'
import type { Pool } from 'pg'
import { createDocumentDeletion } from '@/database/document-deletion'
import type { ListQuery } from '@/database/read-list'
import { createRecording } from '@/database/record-once'
import { recordSale } from './record-sale'
import { saleColumns } from './sale-row'

export function createSales({ pool }: { pool: Pool }) {
  const record = createRecording<SaleInput>(pool, {
    resource: 'sales',
    record: recordSale,
    recall: `select row_to_json(answer)::text from (
      select ${saleColumns('sale_lines')} from sales as sale where id = document_id
    ) as answer`,
  })
  const { remove, restore } = createDocumentDeletion(pool, 'sale')

  function list(days: DateRangeQuery): ListQuery {
    return {
      name: 'list sales',
      text: `select ${saleColumns('sale_lines')} from sales as sale
        where deleted_at is null and sale_date between $1 and $2
        order by sale_date desc, id desc`,
      values: [days.startDate ?? '-infinity', days.endDate ?? 'infinity'],
      sources: ['sales'],
      days,
    }
  }

  return { list, record, remove, restore }
}
