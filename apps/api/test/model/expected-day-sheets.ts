import { isDeepStrictEqual } from 'node:util'
import type { DayFigures, DaySheet } from '@stockie/contracts'
import { dollars, subtotalCents, totalCents } from './amounts'
import { storeDay, storeHour } from './day-ranges'
import { documentsIn, returnsIn } from './expected-reports'
import type { Shop, ShopCount, ShopDocument } from './shop-model'

const sum = <Item>(items: readonly Item[], centsOf: (item: Item) => number) =>
  items.reduce((cents, item) => cents + centsOf(item), 0)

const paidBack = ({ refund, shipping }: { refund: number; shipping: number }) => refund + shipping

/** The total of a day's sales less what its returns paid back, in cents. */
export function totalSalesOf(shop: Shop, day: string): number {
  const range = { startDate: day, endDate: day }
  return sum(documentsIn(shop, 'sales', range), totalCents) - sum(returnsIn(shop, range), paidBack)
}

/** Whether these are the figures of a day in this shop. */
export function areFiguresOf(shop: Shop, day: string, figures: DayFigures): boolean {
  return isDeepStrictEqual(comparable(figures), figuresOf(shop, day))
}

/** What the model does not know: the instants of deletions, and the ids of users. */
const unknown = { deletedAt: '', createdById: 0 }

function comparable({ deletedSales, byPerson, ...figures }: DayFigures): DayFigures {
  return {
    ...figures,
    deletedSales: {
      ...deletedSales,
      rows: deletedSales.rows
        .map((row) => ({ ...row, deletedAt: unknown.deletedAt }))
        .toSorted((one, other) => one.saleId - other.saleId),
    },
    byPerson: byPerson
      .map((row) => ({ ...row, createdById: unknown.createdById }))
      .toSorted((one, other) => one.createdByName.localeCompare(other.createdByName)),
  }
}

function figuresOf(shop: Shop, day: string): DayFigures {
  const range = { startDate: day, endDate: day }
  const sales = documentsIn(shop, 'sales', range)
  const returns = returnsIn(shop, range)
  const deleted = [...shop.sales.values()].filter((sale) => sale.day === day && sale.deletion)
  return {
    sales: sales.length,
    lineTotals: dollars(sum(sales, ({ lines }) => subtotalCents(lines))),
    discounts: dollars(sum(sales, ({ discount }) => discount)),
    shippingFees: dollars(sum(sales, ({ shipping }) => shipping)),
    raisedToZero: dollars(
      sum(sales, ({ lines, discount, shipping }) =>
        Math.max(0, discount - subtotalCents(lines) - shipping),
      ),
    ),
    returns: returns.length,
    returnedLineTotals: dollars(sum(returns, ({ lines }) => subtotalCents(lines))),
    refunds: dollars(sum(returns, ({ refund }) => refund)),
    shippingRefunds: dollars(sum(returns, ({ shipping }) => shipping)),
    grossSales: dollars(sum(sales, totalCents)),
    totalSales: dollars(totalSalesOf(shop, day)),
    deletedSales: {
      count: deleted.length,
      totalAmount: dollars(sum(deleted, totalCents)),
      rows: deleted
        .toSorted((one, other) => one.id - other.id)
        .map((sale) => ({
          saleId: sale.id,
          customerName: sale.partyName,
          totalAmount: dollars(totalCents(sale)),
          deletedAt: unknown.deletedAt,
          deletedByName: sale.deletion?.by ?? '',
        })),
    },
    byPerson: [...new Set([...sales, ...returns].map(({ createdByName }) => createdByName))]
      .toSorted((one, other) => one.localeCompare(other))
      .map((createdByName) => {
        const sold = sales.filter((sale) => sale.createdByName === createdByName)
        const returned = returns.filter((one) => one.createdByName === createdByName)
        return {
          createdById: unknown.createdById,
          createdByName,
          sales: sold.length,
          grossSales: dollars(sum(sold, totalCents)),
          returns: returned.length,
          totalRefunds: dollars(sum(returned, paidBack)),
        }
      }),
    byHour: hoursOf(sales),
  }
}

/** A sale that was recorded on another day has no hour of its day. */
function hoursOf(sales: readonly ShopDocument[]): DayFigures['byHour'] {
  const hours = new Map<number | null, ShopDocument[]>()
  for (const sale of sales) {
    const hour = storeDay(sale.createdAt) === sale.day ? storeHour(sale.createdAt) : null
    hours.set(hour, [...(hours.get(hour) ?? []), sale])
  }
  return [...hours]
    .toSorted(([one], [other]) => (one ?? 24) - (other ?? 24))
    .map(([hour, sold]) => ({
      hour,
      sales: sold.length,
      grossSales: dollars(sum(sold, totalCents)),
    }))
}

/** The counts of a day as the API answers them, the newest first. */
export function countsOf(shop: Shop, day: string): DaySheet['sheets'] {
  const total = dollars(totalSalesOf(shop, day))
  return listCounts(shop, day).map(({ row }) => {
    return { ...row, isCurrent: row.figures.totalSales === total }
  })
}

function listCounts(shop: Shop, day: string): ShopCount[] {
  return [...shop['day-sheets'].values()]
    .filter(({ row }) => row.date === day)
    .toSorted((one, other) => other.id - one.id)
}
