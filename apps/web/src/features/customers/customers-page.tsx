import type { Customer } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { NameButton } from '@/components/data-table/name-button'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { customers } from '@/resources/customers'

/** `onName` opens the history of a customer. */
export function customerColumns(onName: (row: Customer) => void): Column<Customer>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: (row) => <NameButton row={row} onOpen={onName} />,
      className: 'max-w-[250px] sm:w-[250px]',
    },
    { id: 'email', title: 'Email', value: ({ email }) => email },
    { id: 'phone', title: 'Phone', value: ({ phone }) => phone },
    { id: 'address', title: 'Address', value: ({ address }) => address },
  ]
}

export const CustomerDialog = lazyDialog(() =>
  import('./customer-dialog').then((file) => file.CustomerDialog),
)

const CustomerHistorySheet = lazyDialog(() =>
  import('./customer-history-sheet').then((file) => file.CustomerHistorySheet),
)

export function CustomersPage() {
  const records = useQuery(customers.list())
  const { row, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <CrudPage
        title="Customer Management"
        name="customers"
        label="Customers"
        resource={customers}
        records={records}
        columns={customerColumns(open)}
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
      {row && <CustomerHistorySheet customer={row} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ id }: Customer) {
  return id
}
