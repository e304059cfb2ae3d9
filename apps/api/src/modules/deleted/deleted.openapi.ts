import { deletedRecords } from '@stockie/contracts'
import { describeReport } from '@/http/openapi/describe-report'

export const describeDeleted = describeReport(deletedRecords, {
  one: 'deleted record',
  operationId: 'listDeletedRecords',
  tag: 'Deleted',
  summary: 'List what is deleted, newest first',
  description:
    'For the owner alone. `POST /{resource}/restore` brings records back. To bring back all that one ' +
    'click deleted, read its `batch`, page by page, and restore the ids.',
})
