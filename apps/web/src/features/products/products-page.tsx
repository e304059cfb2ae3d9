import type { Product } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'

import { CrudPage } from '@/components/crud/crud-page'
import { lazyDialog } from '@/components/lazy-dialog'
import { categoryOf } from '@/lib/category-of'
import { useOpenedRow } from '@/lib/use-opened-row'
import { categories } from '@/resources/categories'
import { products } from '@/resources/products'

import { productColumns } from './product-columns'

const ProductDialog = lazyDialog(() =>
  import('./product-dialog').then((file) => file.ProductDialog),
)

const MovementsSheet = lazyDialog(() =>
  import('./movements-sheet').then((file) => file.MovementsSheet),
)

export function ProductsPage() {
  const records = useQuery(products.list())
  const categoryList = useQuery(categories.list())
  const { row: product, isOpen, open, close } = useOpenedRow(records.data, getId)
  return (
    <>
      <CrudPage
        title="Product Management"
        name="products"
        label="Products"
        resource={products}
        records={records}
        columns={productColumns(open)}
        facets={[
          {
            id: 'category',
            title: 'Category',
            value: categoryOf,
            known: categoryList.data?.map(({ name }) => name),
          },
        ]}
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
      {/* Not in the row that it is of, which may go to another page meanwhile. */}
      {product && <MovementsSheet product={product} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ id }: Product) {
  return id
}
