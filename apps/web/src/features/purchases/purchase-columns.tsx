import type { Purchase } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { formatDay, formatMoney } from '@/lib/format'

export const purchaseColumns: Column<Purchase>[] = [
  {
    id: 'id',
    title: 'Purchase ID',
    value: ({ purchaseId }) => purchaseId,
    isSearched: true,
    className: 'tabular-nums',
  },
  {
    id: 'supplier',
    title: 'Supplier Name',
    value: ({ supplierName }) => supplierName,
    cell: ({ supplierName, totalAmount }) => (
      <NameCell name={supplierName} below={formatMoney(totalAmount)} />
    ),
    className: 'max-w-40 sm:max-w-64',
  },
  moneyColumn({ id: 'total', title: 'Total Amount', amount: ({ totalAmount }) => totalAmount }),
  {
    id: 'date',
    title: 'Purchase Date',
    // Of one day, the later one is the one with the higher number.
    value: ({ purchaseDate, purchaseId }) => `${purchaseDate} ${purchaseId}`,
    cell: ({ purchaseDate }) => formatDay(purchaseDate),
    // The picker finds days; here a 20 would be in every year.
    isSearched: false,
  },
  {
    id: 'remark',
    title: 'Remark',
    value: ({ remark }) => remark,
    // Takes the room that is left, and no more.
    className: 'w-full max-w-0 min-w-28',
  },
]
