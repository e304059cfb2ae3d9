import type { Category } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'

export const categoryColumns: Column<Category>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
]
