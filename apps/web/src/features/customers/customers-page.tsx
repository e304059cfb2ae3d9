import type { Customer } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { lazyDialog } from '@/components/lazy-dialog'
import { customers } from '@/resources/customers'

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

const CustomerDialog = lazyDialog(() =>
  import('./customer-dialog').then((file) => file.CustomerDialog),
)

export function CustomersPage() {
  return (
    <CrudPage
      title="Customer Management"
      name="customers"
      label="Customers"
      resource={customers}
      records={useQuery(customers.list())}
      columns={customerColumns}
      texts={{
        search: 'Search customers...',
        loading: 'Loading customers...',
        empty: 'No results',
        addFirst: 'Add your first customer',
        confirmDelete:
          'Are you sure you want to delete this customer? This action cannot be undone.',
      }}
      Dialog={CustomerDialog}
    />
  )
}
