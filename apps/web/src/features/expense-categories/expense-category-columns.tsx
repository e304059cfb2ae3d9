import type { ExpenseCategory } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'

export const expenseCategoryColumns: Column<ExpenseCategory>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
]
