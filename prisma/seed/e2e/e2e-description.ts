import { e2eDays } from './e2e-days'
import * as documents from './e2e-documents'
import { e2eFigures } from './e2e-figures'
import * as records from './e2e-records'
import { e2ePurchases, e2eSales } from './e2e-totals'

type Cell = string | number

const maxCellLength = 84

function toText(cell: Cell): string {
  const text = String(cell).replaceAll('<', '&lt;')
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text
}

/** A Markdown table in the formatter's style, with padded cells. */
function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows].map((row) => row.map(toText))
  const widths = head.map((_, column) =>
    Math.max(3, ...texts.map((row) => row[column]?.length ?? 0)),
  )
  const padded = texts.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)))
  const rule = widths.map((width) => '-'.repeat(width))
  return padded
    .toSpliced(1, 0, rule)
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

// On this day all five days of the shop differ, so that every date has one label.
const today = '2026-11-21'
const days = Object.entries(e2eDays(today))
const figures = e2eFigures(today)

const labelOf = (date: string) => days.find(([, day]) => day === date)?.[0] ?? ''
const orDeleted = (text: string | number, deleted = false) => (deleted ? `${text} (deleted)` : text)

function dayTable(): string {
  const rows = days.map(([label, day]) => {
    const { sales, purchases, expenses, ...totals } = figures.between(day, day)
    const sums = [totals.totalSales, totals.totalPurchases, totals.totalExpenses, totals.profit]
    return [label, sales, purchases, expenses, ...sums]
  })
  const counts = ['Sales', 'Purchases', 'Expenses']
  const totals = ['Total sales', 'Total purchases', 'Total expenses', 'Profit']
  return markdownTable(['Day', ...counts, ...totals], rows)
}

/** The units and dollars that a product moved on a day: "-3 (45), +6 (54)". */
function describeMoves(name: string, day: string): string {
  const summary = figures.between(day, day).products.find((product) => product.name === name)
  const { unitsSold = 0, totalSales, unitsPurchased = 0, totalPurchases } = summary ?? {}
  const sold = unitsSold ? [`-${unitsSold} (${totalSales})`] : []
  const purchased = unitsPurchased ? [`+${unitsPurchased} (${totalPurchases})`] : []
  return [...sold, ...purchased].join(', ')
}

function productTable(): string {
  const rows = records.products.map(({ name, category, price, cost, opening, deleted }) => {
    const isCategoryDeleted = records.categories.find((row) => row.name === category)?.deleted
    const counted = documents.adjustments.find(({ product }) => product === name)?.delta ?? ''
    const moves = days.map(([, day]) => describeMoves(name, day))
    const shownCategory = isCategoryDeleted ? 'Unknown' : category
    const basics = [orDeleted(name, deleted), shownCategory, price, cost, opening]
    return [...basics, ...moves, counted, figures.stock[name] ?? 0]
  })
  const labels = days.map(([label]) => label)
  return markdownTable(
    ['Product', 'Category', 'Price', 'Cost', 'Opening', ...labels, 'Counted', 'Stock'],
    rows,
  )
}

function documentTable(): string {
  const linesOf = (lines: readonly { productName: string; quantity: number }[]) =>
    lines.map(({ productName, quantity }) => `${quantity} ${productName}`).join(', ')
  const sales = e2eSales(today).map((sale) => [
    `Sale ${sale.saleId}`,
    labelOf(sale.saleDate),
    sale.customerName,
    linesOf(sale.lines),
    sale.discount,
    sale.shippingFees,
    orDeleted(sale.totalAmount, sale.deleted),
  ])
  const purchases = e2ePurchases(today).map((purchase) => [
    `Purchase ${purchase.purchaseId}`,
    labelOf(purchase.purchaseDate),
    purchase.supplierName,
    linesOf(purchase.lines),
    '',
    '',
    orDeleted(purchase.totalAmount, purchase.deleted),
  ])
  const head = ['Document', 'Day', 'Party', 'Lines', 'Discount', 'Shipping', 'Total']
  return markdownTable(head, [...sales, ...purchases])
}

function expenseTable(): string {
  const rows = documents.expenses.map(({ day, minute, name, category, amount, deleted }) => {
    const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
    const isCategoryDeleted = records.expenseCategories.find(
      (row) => row.name === category,
    )?.deleted
    return [orDeleted(name, deleted), day, time, isCategoryDeleted ? 'Unknown' : category, amount]
  })
  return markdownTable(['Expense', 'Day', 'Time', 'Category', 'Amount'], rows)
}

/** The text of e2e.md. A test compares the file with it. */
export function describeE2eShop(): string {
  const counts = Object.entries(figures.counts)
  return `# The e2e shop

\`npx vitest run --project prisma -u\` generates this file from the documents in \`e2e/\`. Tests compare
it with the database. In code, use \`e2eFigures(today)\` from \`@stockie/prisma/e2e-figures\`.

The shop traded on five days: \`lastYear\` (15 June of last year), \`lastMonth\` (the 15th of last month),
\`firstOfMonth\`, \`yesterday\` and \`today\`. The figures of a range are the sums of its days. On the 1st
of a month, \`firstOfMonth\` is today and \`yesterday\` is in last month. \`e2eFigures\` handles this.
Deleted documents and records count nowhere. Everything that happened today, deletions included, happened
in the first half hour after midnight. So everything that a test does comes later.

## Days

${dayTable()}

## Products

Units and dollars sold (-) and purchased (+) on each day.

${productTable()}

## Sales and purchases

${documentTable()}

## Expenses

${expenseTable()}

## Lists

${markdownTable(
  counts.map(([list]) => list),
  [counts.map(([, count]) => count)],
)}
`
}
