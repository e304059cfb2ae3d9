import { expenses } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeExpenses = describeRecords(expenses, {
  one: 'expense',
  a: 'an expense',
  many: 'expenses',
})
