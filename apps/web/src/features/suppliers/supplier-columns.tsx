import type { Supplier } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'

export const supplierColumns: Column<Supplier>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'email', title: 'Email', value: ({ email }) => email },
  { id: 'phone', title: 'Phone', value: ({ phone }) => phone },
  { id: 'address', title: 'Address', value: ({ address }) => address },
]
