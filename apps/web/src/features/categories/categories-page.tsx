import type { Category } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { formatCount } from '@/lib/format'
import { categories } from '@/resources/categories'

export const categoryColumns: Column<Category>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
]

const CategoryDialog = lazyDialog(() =>
  import('./category-dialog').then((file) => file.CategoryDialog),
)

export function CategoriesPage() {
  return (
    <CrudPage
      title="Category Management"
      name="categories"
      label="Categories"
      resource={categories}
      records={useQuery(categories.list())}
      columns={categoryColumns}
      texts={{
        search: 'Search categories...',
        loading: 'Loading categories...',
        empty: 'No results',
        addFirst: 'Add your first category',
        confirmDelete:
          'Are you sure you want to delete this category? This action cannot be undone.',
      }}
      usage={describeUsage}
      Dialog={CategoryDialog}
    />
  )
}

function describeUsage({ productCount }: Category) {
  if (productCount === undefined) return undefined
  if (productCount === 0) return 'No product uses this category.'
  return productCount === 1
    ? '1 product uses this category.'
    : `${formatCount(productCount)} products use this category.`
}
