import type { Supplier } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { lazyDialog } from '@/components/lazy-dialog'
import { suppliers } from '@/resources/suppliers'

export const supplierColumns: Column<Supplier>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'email', title: 'Email', value: ({ email }) => email },
  { id: 'phone', title: 'Phone', value: ({ phone }) => phone },
  { id: 'address', title: 'Address', value: ({ address }) => address },
]

const SupplierDialog = lazyDialog(() =>
  import('./supplier-dialog').then((file) => file.SupplierDialog),
)

export function SuppliersPage() {
  return (
    <CrudPage
      title="Supplier Management"
      name="suppliers"
      label="Suppliers"
      resource={suppliers}
      records={useQuery(suppliers.list())}
      columns={supplierColumns}
      texts={{
        search: 'Search suppliers...',
        loading: 'Loading suppliers...',
        empty: 'No results',
        addFirst: 'Add your first supplier',
        confirmDelete:
          'Are you sure you want to delete this supplier? This action cannot be undone.',
      }}
      Dialog={SupplierDialog}
    />
  )
}
