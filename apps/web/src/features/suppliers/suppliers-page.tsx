import type { Supplier } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { NameButton } from '@/components/data-table/name-button'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { suppliers } from '@/resources/suppliers'

/** `onName` opens the history of a supplier. */
export function supplierColumns(onName: (row: Supplier) => void): Column<Supplier>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: (row) => <NameButton row={row} onOpen={onName} />,
    },
    { id: 'email', title: 'Email', value: ({ email }) => email },
    { id: 'phone', title: 'Phone', value: ({ phone }) => phone },
    { id: 'address', title: 'Address', value: ({ address }) => address },
  ]
}

export const SupplierDialog = lazyDialog(() =>
  import('./supplier-dialog').then((file) => file.SupplierDialog),
)

const SupplierHistorySheet = lazyDialog(() =>
  import('./supplier-history-sheet').then((file) => file.SupplierHistorySheet),
)

export function SuppliersPage() {
  const records = useQuery(suppliers.list())
  const { row, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <CrudPage
        title="Supplier Management"
        name="suppliers"
        label="Suppliers"
        resource={suppliers}
        records={records}
        columns={supplierColumns(open)}
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
      {row && <SupplierHistorySheet supplier={row} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ id }: Supplier) {
  return id
}
