import { expenseCategories } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeExpenseCategories = describeRecords(expenseCategories, {
  one: 'expense category',
  a: 'an expense category',
  many: 'expense categories',
})
