import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import { lazyDialog } from '@/components/lazy-dialog'
import { customers } from '@/resources/customers'

import { customerColumns } from './customer-columns'

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
        confirmDelete:
          'Are you sure you want to delete this customer? This action cannot be undone.',
      }}
      Dialog={CustomerDialog}
    />
  )
}
