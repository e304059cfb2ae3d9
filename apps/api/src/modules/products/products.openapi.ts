import { products } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeProducts = describeRecords(
  products,
  { one: 'product', a: 'a product', many: 'products' },
  {
    create: 'Its stock is the first movement of its ledger.',
    update:
      'With `baseStock`, what is added to the stock is `stock - baseStock`, so that an edit never wipes out the sales that were made meanwhile. Without it the stock becomes `stock`.',
  },
)
