import type { ProductSummary } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { DataTable } from '@/components/data-table/data-table'
import { useDataTable } from '@/components/data-table/use-data-table'
import { categoryOf } from '@/lib/category-of'
import type { DateRange } from '@/lib/date-ranges'
import { useOpenedRow } from '@/lib/use-opened-row'
import { categories } from '@/resources/categories'
import { reports } from '@/resources/reports'

import { LinesSheet } from './lines-sheet'
import { summaryColumns } from './summary-columns'

/** What was sold and purchased of each product. */
export function ProductSummarySection({ range }: { range: DateRange }) {
  const summaries = useQuery(reports.productSummary(range))
  const categoryList = useQuery(categories.list())
  const { row: opened, isOpen, open, close } = useOpenedRow(summaries.data, getId)
  // The state of the table is kept here: new columns would draw all its rows at each key of a search.
  const columns = useMemo(() => summaryColumns(open), [open])
  const table = useDataTable({
    name: 'summary',
    rows: summaries.data,
    columns,
    getId,
    facets: [
      {
        id: 'category',
        title: 'Category',
        value: categoryOf,
        known: categoryList.data?.map(({ name }) => name),
      },
    ],
  })

  return (
    <section aria-labelledby="product-summary" className="grid min-w-0 gap-4">
      <h2 id="product-summary" className="text-lg font-semibold tracking-tight text-balance">
        Product Sales & Purchases Summary
      </h2>
      <DataTable
        table={table}
        label="Products"
        searchPlaceholder="Search products..."
        list={summaries}
        loading="Loading dashboard summary..."
        failure={reports.loadFailure}
        empty="No results"
        filters={
          categoryList.isError &&
          !categoryList.data && (
            <p role="alert" className="px-1 text-sm text-destructive">
              Failed to load categories.
            </p>
          )
        }
      />
      {opened && <LinesSheet summary={opened} range={range} isOpen={isOpen} onClose={close} />}
    </section>
  )
}

function getId({ productId }: ProductSummary) {
  return productId
}
