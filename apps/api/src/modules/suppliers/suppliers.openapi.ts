import { suppliers } from '@stockie/contracts'
import { describeRecords } from '@/http/openapi/describe-records'

export const describeSuppliers = describeRecords(suppliers, {
  one: 'supplier',
  a: 'a supplier',
  many: 'suppliers',
})
