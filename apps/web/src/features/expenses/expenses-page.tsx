import type { Expense } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { moneyColumn } from '@/components/data-table/money-column'
import { NameCell } from '@/components/data-table/name-cell'
import { DateRangePicker } from '@/components/date/date-range-picker'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { presetRange } from '@/lib/date-ranges'
import { formatDay, formatMoney } from '@/lib/format'
import { useDateRange } from '@/lib/hooks/use-date-range'
import { useToday } from '@/lib/hooks/use-today'
import { expenses } from '@/resources/expenses'
import { useHasNoneYet } from '@/resources/resource-requests'

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
    exportValue: ({ expenseCategoryName }) => expenseCategoryName,
    className: 'max-w-48',
  },
  {
    id: 'date',
    title: 'Date',
    // The time keeps the order within a day.
    value: ({ createdAt }) => createdAt,
    cell: ({ day }) => formatDay(day),
    exportValue: ({ day }) => day,
    exportKind: 'day',
    className: 'tabular-nums',
    isSearched: false,
  },
]

const ExpenseDialog = lazyDialog(() =>
  import('./expense-dialog').then((file) => file.ExpenseDialog),
)

export function ExpensesPage() {
  const { range, setRange } = useDateRange(presetRange('Today', useToday()))
  const records = useQuery(expenses.list(range))
  const hasNoneYet = useHasNoneYet(records.data, 'totalExpenses')
  return (
    <CrudPage
      title="Expense Management"
      name="expenses"
      label="Expenses"
      resource={expenses}
      records={records}
      range={range}
      onRange={setRange}
      hasNoneYet={hasNoneYet}
      columns={expenseColumns}
      filters={<DateRangePicker value={range} onChange={setRange} />}
      texts={{
        search: 'Search expenses...',
        loading: 'Loading expenses...',
        empty: 'No results',
        addFirst: 'Add your first expense',
        confirmDelete:
          'Are you sure you want to delete this expense? This action cannot be undone.',
      }}
      describe={describeExpense}
      Dialog={ExpenseDialog}
    />
  )
}

function describeExpense({ name, amount, day }: Expense) {
  return `${name}, ${formatMoney(amount)}, ${formatDay(day)}`
}
