import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import { DateRangePicker } from '@/components/date/date-range-picker'
import { lazyDialog } from '@/components/lazy-dialog'
import { presetRange } from '@/lib/date-ranges'
import { useDateRange } from '@/lib/use-date-range'
import { useToday } from '@/lib/use-today'
import { expenses } from '@/resources/expenses'

import { expenseColumns } from './expense-columns'

const ExpenseDialog = lazyDialog(() =>
  import('./expense-dialog').then((file) => file.ExpenseDialog),
)

export function ExpensesPage() {
  const { range, setRange } = useDateRange(presetRange('Today', useToday()))
  const records = useQuery(expenses.list(range))
  return (
    <CrudPage
      title="Expense Management"
      name="expenses"
      label="Expenses"
      resource={expenses}
      records={records}
      columns={expenseColumns}
      filters={<DateRangePicker value={range} onChange={setRange} />}
      texts={{
        search: 'Search expenses...',
        loading: 'Loading expenses...',
        empty: 'No results',
        confirmDelete:
          'Are you sure you want to delete this expense? This action cannot be undone.',
      }}
      Dialog={ExpenseDialog}
    />
  )
}
