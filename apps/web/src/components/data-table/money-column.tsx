import { formatMoney, formatSigned } from '@/lib/format'

import type { Column } from './column'

interface MoneyColumn<Row> {
  id: string
  title: string
  amount: (row: Row) => number
  /** Before every amount. */
  sign?: '+' | '-'
}

/** Found as it is shown, '$1,234.50', and as one types it, '1234.5'. */
export function moneyColumn<Row>({ id, title, amount, sign }: MoneyColumn<Row>): Column<Row> {
  const show = (row: Row) => (sign ? formatSigned(sign, amount(row)) : formatMoney(amount(row)))
  return {
    id,
    title,
    value: amount,
    // With a sign, what is nothing keeps to the back.
    cell: (row) =>
      sign && amount(row) === 0 ? (
        <span className="text-muted-foreground">{show(row)}</span>
      ) : (
        show(row)
      ),
    searchText: (row) => `${amount(row).toFixed(2)} ${show(row)}`,
    align: 'right',
  }
}
