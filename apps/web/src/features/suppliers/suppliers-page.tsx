import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import { suppliers } from '@/resources/suppliers'

import { supplierColumns } from './supplier-columns'
import { SupplierDialog } from './supplier-dialog'

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
        confirmDelete:
          'Are you sure you want to delete this supplier? This action cannot be undone.',
      }}
      Dialog={SupplierDialog}
    />
  )
}
