import type { ExpenseCategory } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { formatCount } from '@/lib/format'
import { expenseCategories } from '@/resources/expense-categories'

export const expenseCategoryColumns: Column<ExpenseCategory>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
]

const ExpenseCategoryDialog = lazyDialog(() =>
  import('./expense-category-dialog').then((file) => file.ExpenseCategoryDialog),
)

export function ExpenseCategoriesPage() {
  return (
    <CrudPage
      title="Expense Category Management"
      name="expense-categories"
      label="Expense categories"
      resource={expenseCategories}
      records={useQuery(expenseCategories.list())}
      columns={expenseCategoryColumns}
      texts={{
        search: 'Search expense categories...',
        loading: 'Loading expense categories...',
        empty: 'No results',
        addFirst: 'Add your first expense category',
        confirmDelete:
          'Are you sure you want to delete this expense category? This action cannot be undone.',
      }}
      usage={describeUsage}
      Dialog={ExpenseCategoryDialog}
    />
  )
}

function describeUsage({ expenseCount }: ExpenseCategory) {
  if (expenseCount === undefined) return undefined
  if (expenseCount === 0) return 'No expense uses this category.'
  return expenseCount === 1
    ? '1 expense uses this category.'
    : `${formatCount(expenseCount)} expenses use this category.`
}
