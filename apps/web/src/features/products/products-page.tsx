import { codeForms, type Product } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList, ShoppingCart, Tag } from 'lucide-react'
import { useState } from 'react'

import { CrudPage } from '@/components/crud/crud-page'
import type { Column } from '@/components/data-table/column'
import type { ChosenRows } from '@/components/data-table/use-data-table'
import { NameCell } from '@/components/data-table/name-cell'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { Button } from '@/components/ui/button'
import { categoryLabel, formatMoney } from '@/lib/format'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { categories } from '@/resources/categories'
import { products } from '@/resources/products'
import { StockCell, StockText } from './stock-cell'

/** `onStock` opens a product's stock movements. */
export function productColumns(onStock: (product: Product) => void): Column<Product>[] {
  return [
    {
      id: 'name',
      title: 'Product Name',
      value: ({ name }) => name,
      cell: ({ name, price, stock }) => (
        <NameCell
          name={name}
          below={
            <>
              {formatMoney(price)} · <StockText stock={stock} />
            </>
          }
        />
      ),
      className: 'max-w-52 sm:max-w-64',
    },
    {
      id: 'code',
      title: 'Code',
      value: ({ code }) => code,
      searchStarts: ({ code }) => (code ? codeForms(code) : []),
      isHiddenAtFirst: true,
      className: 'max-w-48',
    },
    {
      id: 'category',
      title: 'Category',
      value: categoryLabel,
      exportValue: ({ categoryName }) => categoryName,
      className: 'max-w-48',
    },
    {
      id: 'cost',
      title: 'Cost',
      value: ({ cost }) => cost,
      cell: ({ cost }) => formatMoney(cost),
      align: 'right',
    },
    {
      id: 'price',
      title: 'Price',
      value: ({ price }) => price,
      cell: ({ price }) => formatMoney(price),
      align: 'right',
    },
    {
      id: 'stock',
      title: 'Stock',
      value: ({ stock }) => stock,
      cell: (product) => <StockCell product={product} onOpen={onStock} />,
      align: 'right',
    },
    { id: 'description', title: 'Description', value: ({ description }) => description },
    {
      id: 'reorderLevel',
      title: 'Reorder Level',
      value: ({ reorderLevel }) => reorderLevel,
      isHiddenAtFirst: true,
      align: 'right',
    },
    {
      id: 'reorderTarget',
      title: 'Reorder Target',
      value: ({ reorderTarget }) => reorderTarget,
      isHiddenAtFirst: true,
      align: 'right',
    },
  ]
}

export const ProductDialog = lazyDialog(() =>
  import('./product-dialog').then((file) => file.ProductDialog),
)

const ProductSheet = lazyDialog(() => import('./product-sheet').then((file) => file.ProductSheet))

const ReorderSheet = lazyDialog(() =>
  import('@/components/reorder/reorder-sheet').then((file) => file.ReorderSheet),
)

const StockCountsSheet = lazyDialog(() =>
  import('./stock-counts/stock-counts-sheet').then((file) => file.StockCountsSheet),
)

const LabelsDialog = lazyDialog(() =>
  import('./labels/labels-dialog').then((file) => file.LabelsDialog),
)

export function ProductsPage() {
  // The shell may have asked a moment ago.
  const records = useQuery({ ...products.list(), staleTime: 1_000 })
  // The rows come first: on a slow network both answers would share the bandwidth.
  const categoryList = useQuery({ ...categories.list(), enabled: !records.isPending })
  const [labelled, setLabelled] = useState<readonly number[] | null>(null)
  const [isReordering, setIsReordering] = useState(false)
  const [isCounting, setIsCounting] = useState(false)
  const [toCount, setToCount] = useState<ChosenRows>()
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
            value: categoryLabel,
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
          addFirst: 'Add your first product',
          confirmDelete:
            'Are you sure you want to delete this product? This action cannot be undone.',
        }}
        Dialog={ProductDialog}
        tools={[
          {
            label: 'Reorder',
            icon: <ShoppingCart aria-hidden />,
            run: () => setIsReordering(true),
          },
          {
            label: 'Count stock',
            icon: <ClipboardList aria-hidden />,
            run(chosen) {
              setToCount(chosen)
              setIsCounting(true)
            },
          },
        ]}
        renderSelection={(ids) => (
          <Button
            variant="outline"
            title="Print labels"
            className="w-10 max-2xl:px-0 2xl:w-34"
            onClick={() => setLabelled(ids)}
          >
            <Tag aria-hidden />
            <span className="max-2xl:sr-only">Print labels</span>
          </Button>
        )}
        // An entered stock counts from the stock that its form showed.
        reopen={(now, { stock }) => ({ ...now, stock })}
      />
      {labelled && <LabelsDialog ids={labelled} onClose={() => setLabelled(null)} />}
      <ReorderSheet isOpen={isReordering} onClose={() => setIsReordering(false)} />
      <StockCountsSheet chosen={toCount} isOpen={isCounting} onClose={() => setIsCounting(false)} />
      {/* Outside of its row, which may move to another page while the sheet is open. */}
      {product && <ProductSheet product={product} isOpen={isOpen} onClose={close} />}
    </>
  )
}

function getId({ id }: Product) {
  return id
}
