import { addDays, firstOfMonth } from '../days'
import { e2eDays } from './e2e-days'
import { adjustments } from './e2e-documents'
import { categories, products } from './e2e-records'
import * as records from './e2e-records'
import { e2eExpenses, e2ePurchases, e2eSales } from './e2e-totals'

interface Line {
  productName: string
  quantity: number
  total: number
}

/** Adds up whole cents, to avoid floating-point errors. */
function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + Math.round(amount(item) * 100), 0) / 100
}

/** The profit summary, the list lengths and the product summary of a range, both days included. */
function figuresBetween(today: string, from: string, to: string) {
  const isCounted = (day: string, deleted: boolean) => !deleted && from <= day && day <= to
  const sales = e2eSales(today).filter((sale) => isCounted(sale.saleDate, sale.deleted))
  const purchases = e2ePurchases(today).filter(({ purchaseDate, deleted }) =>
    isCounted(purchaseDate, deleted),
  )
  const expenses = e2eExpenses(today).filter((expense) => isCounted(expense.day, expense.deleted))
  const totalSales = sumOf(sales, (sale) => sale.totalAmount)
  const totalPurchases = sumOf(purchases, (purchase) => purchase.totalAmount)
  const totalExpenses = sumOf(expenses, (expense) => expense.amount)
  return {
    sales: sales.length,
    purchases: purchases.length,
    expenses: expenses.length,
    totalSales,
    totalPurchases,
    totalExpenses,
    profit: sumOf([totalSales, -totalPurchases, -totalExpenses], (amount) => amount),
    products: summaries(
      sales.flatMap(({ lines }) => lines),
      purchases.flatMap(({ lines }) => lines),
    ),
  }
}

/** One row for each existing product, and for each deleted product with a movement. */
function summaries(sold: readonly Line[], purchased: readonly Line[]) {
  return products
    .map(({ name, category, deleted }) => {
      const isOfProduct = ({ productName }: Line) => productName === name
      const isCategoryDeleted = categories.find((row) => row.name === category)?.deleted
      return {
        name,
        categoryName: isCategoryDeleted ? null : category,
        deleted: deleted ?? false,
        unitsSold: sumOf(sold.filter(isOfProduct), (line) => line.quantity),
        unitsPurchased: sumOf(purchased.filter(isOfProduct), (line) => line.quantity),
        totalSales: sumOf(sold.filter(isOfProduct), (line) => line.total),
        totalPurchases: sumOf(purchased.filter(isOfProduct), (line) => line.total),
      }
    })
    .filter(({ deleted, unitsSold, unitsPurchased }) => !deleted || unitsSold + unitsPurchased > 0)
}

/** The figures that the screens must show for the e2e shop on that day. e2e.md lists them. */
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

/** The stock of each product, deleted ones included: opening stock, movements and corrections. */
function stockNow(today: string): Record<string, number> {
  const moves = figuresBetween(today, '0001-01-01', today).products
  return Object.fromEntries(
    records.products.map(({ name, opening }) => {
      const moved = moves.find((product) => product.name === name)
      const counted = adjustments.filter(({ product }) => product === name)
      const corrected = counted.reduce((sum, { delta }) => sum + delta, 0)
      return [name, opening + (moved?.unitsPurchased ?? 0) - (moved?.unitsSold ?? 0) + corrected]
    }),
  )
}
