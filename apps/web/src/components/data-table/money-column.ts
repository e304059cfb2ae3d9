import { formatMoney, formatSignedMoney } from '@/lib/format'

import type { Column } from './column'

interface MoneyColumn<Row> {
  id: string
  title: string
  amount: (row: Row) => number
  /** Shown before every amount. */
  sign?: '+' | '-'
}

/** The search finds an amount as shown, '$1,234.50', and as typed, '1234.5'. */
export function moneyColumn<Row>({ id, title, amount, sign }: MoneyColumn<Row>): Column<Row> {
  const format = (row: Row) =>
    sign ? formatSignedMoney(sign, amount(row)) : formatMoney(amount(row))
  return {
    id,
    title,
    value: amount,
    cell: format,
    searchText: (row) => `${amount(row).toFixed(2)} ${format(row)}`,
    exportKind: 'money',
    align: 'right',
  }
}
