import type { Customer } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'

export const customerColumns: Column<Customer>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    className: 'max-w-[250px] sm:w-[250px]',
  },
  { id: 'email', title: 'Email', value: ({ email }) => email },
  { id: 'phone', title: 'Phone', value: ({ phone }) => phone },
  { id: 'address', title: 'Address', value: ({ address }) => address },
]
