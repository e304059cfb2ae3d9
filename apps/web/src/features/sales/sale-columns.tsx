import type { Sale } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { formatDay, formatMoney } from '@/lib/format'

export const saleColumns: Column<Sale>[] = [
  {
    id: 'id',
    title: 'Sale ID',
    value: ({ saleId }) => saleId,
    isSearched: true,
    className: 'tabular-nums',
  },
  {
    id: 'customer',
    title: 'Customer Name',
    value: ({ customerName }) => customerName,
    cell: ({ customerName, totalAmount }) => (
      <NameCell name={customerName} below={formatMoney(totalAmount)} />
    ),
    className: 'max-w-40 sm:max-w-64',
  },
  moneyColumn({ id: 'total', title: 'Total Amount', amount: ({ totalAmount }) => totalAmount }),
  moneyColumn({ id: 'discount', title: 'Discount', amount: ({ discount }) => discount, sign: '-' }),
  moneyColumn({
    id: 'shipping',
    title: 'Shipping Fees',
    amount: ({ shippingFees }) => shippingFees,
    sign: '+',
  }),
  {
    id: 'date',
    title: 'Sale Date',
    // Of one day, the later one is the one with the higher number.
    value: ({ saleDate, saleId }) => `${saleDate} ${saleId}`,
    cell: ({ saleDate }) => formatDay(saleDate),
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
