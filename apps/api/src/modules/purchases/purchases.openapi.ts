import { purchases } from '@stockie/contracts'
import { describeDocuments } from '@/http/openapi/describe-documents'

export const describePurchases = describeDocuments(
  purchases,
  { one: 'purchase', a: 'a purchase', many: 'purchases' },
  'Adds its products to the stock and leaves their costs as they are.',
)
