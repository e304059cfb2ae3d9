import { sales } from '@stockie/contracts'
import { describeDocuments } from '@/http/openapi/describe-documents'

export const describeSales = describeDocuments(
  sales,
  { one: 'sale', a: 'a sale', many: 'sales' },
  'Takes its products from the stock, which may go below zero.',
)
