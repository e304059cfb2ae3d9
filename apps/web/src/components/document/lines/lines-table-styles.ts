/**
 * On a narrow screen every line is a small grid: the name above the quantity, or beside it if there is
 * room. `display: grid` removes the table semantics, so every element sets its role.
 */
export const linesTableProps = {
  table: { role: 'table', className: 'w-full table-fixed text-sm @max-3xl:block' },
  head: { role: 'rowgroup', className: '@max-3xl:sr-only' },
  body: { role: 'rowgroup', className: '@max-3xl:block' },
  titles: {
    role: 'row',
    className: 'border-b text-muted-foreground *:h-11 *:font-medium',
  },
  productTitle: { role: 'columnheader', className: 'pr-3 pl-4 text-left' },
  priceTitle: { role: 'columnheader', className: 'w-36 px-3 text-right' },
  quantityTitle: { role: 'columnheader', className: 'w-46 px-3 text-left' },
  totalTitle: { role: 'columnheader', className: 'w-40 px-3 text-right' },
  removeTitle: { role: 'columnheader', className: 'w-13' },
  line: {
    role: 'row',
    className: `scroll-mt-14 scroll-mb-3 border-b **:scroll-mt-16 **:scroll-mb-3 @max-3xl:grid @max-3xl:items-center @max-3xl:gap-x-2 @max-3xl:px-4
      @max-3xl:py-2 @max-xs:gap-x-1.5 @max-xs:px-3 @max-xl:grid-cols-[auto_minmax(0,1fr)_auto_1.75rem] @max-xl:gap-y-1
      @xl:@max-3xl:grid-cols-[minmax(0,1fr)_auto_8rem_1.75rem]`,
  },
  product: {
    role: 'rowheader',
    className: `text-left font-normal outline-none focus-visible:rounded-sm focus-visible:ring-[3px]
      focus-visible:ring-ring/60 @max-3xl:content-center @max-xl:col-span-2 @max-xl:min-h-11
      @xl:@max-3xl:row-span-2 @xl:@max-3xl:min-h-15 @3xl:h-17 @3xl:pr-3 @3xl:pl-4`,
  },
  price: {
    role: 'cell',
    className: `text-right wrap-anywhere tabular-nums @max-xl:col-span-2 @xl:@max-3xl:col-start-3
      @xl:@max-3xl:self-end @xl:@max-3xl:text-muted-foreground @3xl:px-3`,
  },
  quantity: {
    role: 'cell',
    className: `@max-xl:row-start-2 @xl:@max-3xl:col-start-2 @xl:@max-3xl:row-span-2
      @xl:@max-3xl:row-start-1 @3xl:px-3`,
  },
  total: {
    role: 'cell',
    className: `text-right font-medium wrap-anywhere tabular-nums @max-xl:col-span-2
      @max-xl:row-start-2 @xl:@max-3xl:col-start-3 @xl:@max-3xl:self-start @3xl:px-3`,
  },
  remove: {
    role: 'cell',
    className: `@max-3xl:-mr-3 @max-xl:row-start-2 @xl:@max-3xl:col-start-4
      @xl:@max-3xl:row-span-2 @xl:@max-3xl:row-start-1 @3xl:pr-3`,
  },
  emptyRow: { role: 'row', className: '@max-3xl:block' },
  // As high as the first line and the sum, which replace it.
  empty: {
    role: 'cell',
    className: `h-30 text-center text-muted-foreground @max-3xl:grid @max-3xl:place-content-center
      @max-xl:h-39.25 @xl:@max-3xl:h-32.25`,
  },
  sums: {
    role: 'row',
    className: 'font-semibold @max-3xl:flex @max-3xl:items-center @max-3xl:px-4',
  },
  sumTitle: {
    role: 'rowheader',
    className: 'h-13 text-left @max-3xl:flex-1 @max-3xl:content-center @3xl:pl-4',
  },
  sum: { role: 'cell', className: 'text-right wrap-anywhere tabular-nums @3xl:px-3' },
  gap: { role: 'cell', className: '@max-3xl:w-9' },
} as const
