import { products } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeProducts = describeRecords(products, {
  one: 'product',
  a: 'a product',
  many: 'products',
})
