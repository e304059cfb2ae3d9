/**
 * On a phone a line is a small grid of its own: what it is above, how many of it below. What is no
 * table any longer to look at says with its role that it is one.
 */
export const tableParts = {
  table: { role: 'table', className: 'w-full text-sm max-sm:block' },
  head: { role: 'rowgroup', className: 'max-sm:sr-only' },
  body: { role: 'rowgroup', className: 'max-sm:block' },
  titles: {
    role: 'row',
    className: 'border-b text-muted-foreground *:h-11 *:px-3 *:font-medium',
  },
  title: { role: 'columnheader', className: 'text-left first:pl-4' },
  rightTitle: { role: 'columnheader', className: 'text-right' },
  line: {
    role: 'row',
    className: `border-b max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center
      max-sm:gap-x-2 max-sm:px-4 max-sm:py-2`,
  },
  product: {
    role: 'rowheader',
    className: `text-left font-normal outline-none max-sm:col-span-2 max-sm:min-h-11 sm:h-17
      sm:w-full sm:pr-3 sm:pl-4`,
  },
  price: {
    role: 'cell',
    className: 'text-right whitespace-nowrap tabular-nums max-sm:self-start sm:px-3',
  },
  quantity: { role: 'cell', className: 'max-sm:row-start-2 sm:px-3' },
  total: {
    role: 'cell',
    className: `text-right font-medium whitespace-nowrap tabular-nums max-sm:row-start-2 sm:px-3`,
  },
  remove: { role: 'cell', className: 'max-sm:row-start-2 max-sm:-mr-2 sm:pr-3' },
  // As high as the first line and the sum below it, which take its place.
  empty: {
    role: 'cell',
    className: `h-30 text-center text-muted-foreground max-sm:grid max-sm:place-items-center`,
  },
  emptyRow: { role: 'row', className: 'max-sm:block' },
  sums: { role: 'row', className: 'font-semibold max-sm:flex max-sm:items-center max-sm:px-4' },
  sumTitle: { role: 'rowheader', className: 'h-13 flex-1 text-left sm:pl-4' },
  sum: { role: 'cell', className: 'text-right whitespace-nowrap tabular-nums sm:px-3' },
  gap: { role: 'cell', className: 'max-sm:w-10' },
} as const
