import { profitSummary } from '@stockie/contracts'
import { describeReport } from '@/http/openapi/describe-report'

export const describeReports = describeReport(profitSummary, {
  one: 'profit summary',
  operationId: 'getProfitSummary',
  tag: 'Reports',
  summary: 'What a range of days came to',
  description: 'Both days count; a missing one leaves its side open.',
  isSingle: true,
})
