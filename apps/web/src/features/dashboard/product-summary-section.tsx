import type { ProductSummary } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Column } from '@/components/data-table/column'
import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { cn } from '@/lib/cn'
import type { KnownRange } from '@/lib/date-ranges'
import { categoryLabel, formatCount, formatDay, formatMoney } from '@/lib/format'
import { useOpenedRow } from '@/lib/hooks/use-opened-row'
import { useOwnChanges } from '@/lib/hooks/use-own-changes'
import { categories } from '@/resources/categories'
import { reports } from '@/resources/reports'
import { marginColumns } from './margin-columns'
import { ProductLinesSheet } from './product-lines-sheet'

/** `onOpen` opens the lines behind a product's figures. Only the present figures have them. */
function summaryColumns(
  onOpen: ((summary: ProductSummary) => void) | undefined,
): Column<ProductSummary>[] {
  return [
    {
      id: 'name',
      title: 'Product Name',
      value: ({ name }) => name,
      cell: (summary) =>
        onOpen ? (
          <button
            type="button"
            aria-haspopup="dialog"
            title={summary.name}
            onClick={() => onOpen(summary)}
            className={cn(
              nameClass,
              'rounded-md outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset hover:[&>span]:decoration-solid',
            )}
          >
            <span className="truncate underline decoration-input decoration-dotted underline-offset-4">
              {summary.name}
            </span>
          </button>
        ) : (
          <span title={summary.name} className={nameClass}>
            <span className="truncate">{summary.name}</span>
          </span>
        ),
      className: 'max-w-64',
    },
    { id: 'category', title: 'Category', value: categoryLabel, className: 'max-w-48' },
    {
      id: 'units-sold',
      title: 'Units Sold',
      value: ({ units_sold }) => units_sold,
      cell: ({ units_sold }) => formatCount(units_sold),
      align: 'right',
    },
    {
      id: 'units-purchased',
      title: 'Units Purchased',
      value: ({ units_purchased }) => units_purchased,
      cell: ({ units_purchased }) => formatCount(units_purchased),
      align: 'right',
    },
    {
      id: 'total-sales',
      title: 'Total Sales ($)',
      value: ({ total_sales }) => total_sales,
      cell: ({ total_sales }) => formatMoney(total_sales),
      align: 'right',
    },
    {
      id: 'total-purchases',
      title: 'Total Purchases ($)',
      value: ({ total_purchases }) => total_purchases,
      cell: ({ total_purchases }) => formatMoney(total_purchases),
      align: 'right',
    },
    ...marginColumns,
  ]
}

const nameClass =
  '-mx-2 inline-flex h-10 max-w-[calc(100%+1rem)] min-w-10 items-center px-2 font-medium'

/** Sales and purchases of each product. */
export function ProductSummarySection({ range }: { range: KnownRange }) {
  const { asOf } = range
  const isPresent = asOf === undefined
  const summaries = useQuery(reports.productSummary(range))
  // The rows themselves have the categories of then.
  const categoryList = useQuery({ ...categories.list(), enabled: isPresent })
  const { row: opened, isOpen, open, close } = useOpenedRow(summaries.data, getId)
  // Memoized: new columns would render all rows again at each key of a search.
  const columns = useMemo(() => summaryColumns(isPresent ? open : undefined), [open, isPresent])
  const table = useDataTable({
    name: 'summary',
    rows: summaries.data,
    isOwnChange: useOwnChanges(summaries, range),
    columns,
    getId,
    facets: [
      {
        id: 'category',
        title: 'Category',
        value: categoryLabel,
        known: isPresent ? categoryList.data?.map(({ name }) => name) : undefined,
      },
    ],
  })

  return (
    <section aria-labelledby="product-summary" className="grid min-w-0 gap-4">
      <h2 id="product-summary" className="text-lg font-semibold tracking-tight text-balance">
        Product Sales & Purchases Summary
        {!isPresent && (
          <span className="font-normal text-muted-foreground"> as known on {formatDay(asOf)}</span>
        )}
      </h2>
      <DataTable
        table={table}
        label="Products"
        searchPlaceholder="Search products..."
        list={summaries}
        loading="Loading dashboard summary..."
        failure={reports.loadFailure}
        empty="No results"
        range={range}
        filters={
          isPresent &&
          categoryList.isError &&
          !categoryList.data && (
            <p role="alert" className="px-1 text-sm text-destructive">
              Failed to load categories.
            </p>
          )
        }
      />
      {opened && isPresent && (
        <ProductLinesSheet summary={opened} range={range} isOpen={isOpen} onClose={close} />
      )}
    </section>
  )
}

function getId({ productId }: ProductSummary) {
  return productId
}
