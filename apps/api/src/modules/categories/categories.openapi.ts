import { categories } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeCategories = describeRecords(categories, {
  one: 'category',
  a: 'a category',
  many: 'categories',
})
