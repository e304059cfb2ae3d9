import type { Figures } from '#src/database/backup/manifest'
import { formatCommandHint } from '#src/server/console'
import { formatTable } from './format'

const exact = new Intl.NumberFormat('en')

/** Formats the figures by which an owner recognises the shop. Deleted records count only in the stock. */
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
      money ? formatDollars(money) : '',
    ]),
  )
}

/** Formats with BigInt, because the amount may exceed the safe integers. */
function formatDollars(amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.')
  return `$${exact.format(BigInt(whole))}.${cents}`
}

/** Warns that the shop itself had wrong stocks. A backup and a restore keep them as they are. */
export function warnAboutDrift({ drifted }: Figures): string | null {
  if (drifted === 0) return null
  return `Warning: the stock of ${drifted} ${drifted === 1 ? 'product' : 'products'} is not the sum of its movements, in the backup and in the shop. Run ${formatCommandHint('npm run doctor')} for details.`
}
