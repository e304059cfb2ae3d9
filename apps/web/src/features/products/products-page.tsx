import type { Product } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import type { Facet } from '@/lib/rows/facet'
import { categories } from '@/resources/categories'
import { products } from '@/resources/products'

import { categoryOf } from './category-of'
import { productColumns } from './product-columns'
import { ProductDialog } from './product-dialog'

const facets: Facet<Product>[] = [{ id: 'category', title: 'Category', value: categoryOf }]

export function ProductsPage() {
  const categoryList = useQuery(categories.list())
  return (
    <CrudPage
      title="Product Management"
      name="products"
      label="Products"
      resource={products}
      records={useQuery(products.list())}
      columns={productColumns}
      facets={facets}
      filters={
        categoryList.isError &&
        !categoryList.data && (
          <p role="alert" className="px-1 text-sm text-destructive">
            Failed to load categories
          </p>
        )
      }
      texts={{
        search: 'Search products...',
        loading: 'Loading products...',
        empty: 'No results.',
        confirmDelete:
          'Are you sure you want to delete this product? This action cannot be undone.',
      }}
      Dialog={ProductDialog}
    />
  )
}
