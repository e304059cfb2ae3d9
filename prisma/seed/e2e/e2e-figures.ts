import { addDays, firstOfMonth } from '../days'
import { e2eDays } from './e2e-days'
import { adjustments } from './e2e-documents'
import * as records from './e2e-records'
import { figuresBetween } from './figures-between'

/** What the screens must show of the e2e shop on that day; e2e.md has it as a table. */
export function e2eFigures(today: string) {
  const days = e2eDays(today)
  const month = firstOfMonth(today)
  const year = `${today.slice(0, 4)}-01-01`
  const between = (from: string, to: string) => figuresBetween(today, from, to)
  return {
    counts: {
      customers: countOf(records.customers),
      suppliers: countOf(records.suppliers),
      categories: countOf(records.categories),
      expenseCategories: countOf(records.expenseCategories),
      products: countOf(records.products),
    },
    stock: stockNow(today),
    between,
    today: between(today, today),
    yesterday: between(days.yesterday, days.yesterday),
    thisMonth: between(month, today),
    lastMonth: between(firstOfMonth(days.lastMonth), addDays(month, -1)),
    thisYear: between(year, today),
    lastYear: between(`${days.lastYear.slice(0, 4)}-01-01`, addDays(year, -1)),
  }
}

function countOf(drafts: readonly { deleted?: boolean }[]): number {
  return drafts.filter(({ deleted }) => !deleted).length
}

/** What each product was entered with, what moved it, and what was counted; deleted ones too. */
function stockNow(today: string): Record<string, number> {
  const { products } = figuresBetween(today, '0001-01-01', today)
  return Object.fromEntries(
    records.products.map(({ name, opening }) => {
      const moved = products.find((product) => product.name === name)
      const counted = adjustments.filter(({ product }) => product === name)
      const corrected = counted.reduce((sum, { delta }) => sum + delta, 0)
      return [name, opening + (moved?.unitsPurchased ?? 0) - (moved?.unitsSold ?? 0) + corrected]
    }),
  )
}
