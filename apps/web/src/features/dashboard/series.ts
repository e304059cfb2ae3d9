/** What the chart shows of a day, in the order of its legend; the classes are for swatches. */
export const series = [
  { id: 'totalSales', title: 'Sales', color: 'var(--chart-sales)', swatch: 'bg-chart-sales' },
  {
    id: 'totalPurchases',
    title: 'Purchases',
    color: 'var(--chart-purchases)',
    swatch: 'bg-chart-purchases',
  },
  {
    id: 'totalExpenses',
    title: 'Expenses',
    color: 'var(--chart-expenses)',
    swatch: 'bg-chart-expenses',
  },
] as const
