import type { Figures } from '@/database/backup/manifest'
import { formatTable } from './format-table'

const exact = new Intl.NumberFormat('en')

/** What is in a shop, as its owner knows it. Deleted records count nowhere but in the stock. */
export function describeFigures(figures: Figures): string {
  const rows: [string, number, string?][] = [
    ['Accounts', figures.accounts],
    ['Customers', figures.customers],
    ['Suppliers', figures.suppliers],
    ['Products', figures.products],
    ['Sales', figures.sales, figures.salesTotal],
    ['Purchases', figures.purchases, figures.purchasesTotal],
    ['Expenses', figures.expenses, figures.expensesTotal],
    ['In stock, deleted products too', figures.stock],
  ]
  return formatTable(
    rows.map(([name, count, money]) => [
      `  ${name}`,
      exact.format(count),
      money ? dollars(money) : '',
    ]),
  )
}

/** Exact also where a number would not be. */
function dollars(amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.')
  return `$${exact.format(BigInt(whole))}.${cents}`
}
