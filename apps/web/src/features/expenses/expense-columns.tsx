import type { Expense } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { formatDay, formatMoney } from '@/lib/format'

export const expenseColumns: Column<Expense>[] = [
  { id: 'id', title: 'ID', value: ({ id }) => id, isSearched: true, className: 'tabular-nums' },
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    cell: ({ name, amount }) => <NameCell name={name} below={formatMoney(amount)} />,
    className: 'max-w-40 sm:max-w-64',
  },
  moneyColumn({ id: 'amount', title: 'Amount', amount: ({ amount }) => amount }),
  { id: 'description', title: 'Description', value: ({ description }) => description },
  {
    id: 'category',
    title: 'Category',
    value: ({ expenseCategoryName }) => expenseCategoryName ?? 'Unknown',
    className: 'max-w-48',
  },
  {
    id: 'date',
    title: 'Date',
    // By the moment, which keeps the order within a day.
    value: ({ createdAt }) => createdAt,
    cell: ({ day }) => formatDay(day),
    isSearched: false,
  },
]
