import { customers } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeCustomers = describeRecords(customers, {
  one: 'customer',
  a: 'a customer',
  many: 'customers',
})
