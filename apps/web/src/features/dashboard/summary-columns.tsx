import type { ProductSummary } from '@stockie/contracts'

import type { Column } from '@/components/data-table/column'
import { categoryOf } from '@/lib/category-of'
import { formatCount, formatMoney } from '@/lib/format'

/** `onOpen` opens the lines that make a product's figures. */
export function summaryColumns(
  onOpen: (summary: ProductSummary) => void,
): Column<ProductSummary>[] {
  return [
    {
      id: 'name',
      title: 'Product Name',
      value: ({ name }) => name,
      cell: (summary) => (
        <button
          type="button"
          aria-haspopup="dialog"
          title={summary.name}
          onClick={() => onOpen(summary)}
          className="-mx-2 inline-flex h-10 max-w-[calc(100%+1rem)] min-w-10 items-center rounded-md px-2 font-medium outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset hover:[&>span]:decoration-solid"
        >
          <span className="truncate underline decoration-input decoration-dotted underline-offset-4">
            {summary.name}
          </span>
        </button>
      ),
      className: 'max-w-64',
    },
    { id: 'category', title: 'Category', value: categoryOf, className: 'max-w-48' },
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
  ]
}
