import { isDeepStrictEqual } from 'node:util'
import type { DayFigures, DaySheet } from '@stockie/contracts'
import { dollars, subtotalCents, totalCents } from '#test/model/amounts'
import { storeDay, storeHour } from '#test/model/day-ranges'
import { documentsIn, returnsIn } from './expected-totals'
import type { Shop, ShopCount, ShopDocument } from '#test/model/shop-model'

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

/** The model does not know the instants of deletions, and the ids of users. */
const unknown = { deletedAt: '', createdById: 0 }

function comparable(answer: DayFigures): DayFigures {
  const { deletedSales, deletedReturns, byPerson, ...figures } = answer
  return {
    ...figures,
    deletedSales: {
      ...deletedSales,
      rows: withoutInstants(deletedSales.rows).toSorted((one, other) => one.saleId - other.saleId),
    },
    deletedReturns: {
      ...deletedReturns,
      rows: withoutInstants(deletedReturns.rows).toSorted(
        (one, other) => one.returnId - other.returnId,
      ),
    },
    byPerson: byPerson
      .map((row) => ({ ...row, createdById: unknown.createdById }))
      .toSorted((one, other) => one.createdByName.localeCompare(other.createdByName)),
  }
}

function withoutInstants<Row extends { deletedAt: string }>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, deletedAt: unknown.deletedAt }))
}

type Deletable = Pick<ShopDocument, 'id' | 'day' | 'deletion'>

function deletedOn<Item extends Deletable>(items: ReadonlyMap<number, Item>, day: string): Item[] {
  return [...items.values()]
    .filter((item) => item.day === day && item.deletion)
    .toSorted((one, other) => one.id - other.id)
}

function deletionOf({ deletion }: Deletable) {
  return { deletedAt: unknown.deletedAt, deletedByName: deletion?.by ?? '' }
}

function figuresOf(shop: Shop, day: string): DayFigures {
  const range = { startDate: day, endDate: day }
  const sales = documentsIn(shop, 'sales', range)
  const returns = returnsIn(shop, range)
  const deletedSales = deletedOn(shop.sales, day)
  const deletedReturns = deletedOn(shop.returns, day)
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
      count: deletedSales.length,
      totalAmount: dollars(sum(deletedSales, totalCents)),
      rows: deletedSales.map((sale) => ({
        saleId: sale.id,
        customerName: sale.partyName,
        totalAmount: dollars(totalCents(sale)),
        ...deletionOf(sale),
      })),
    },
    deletedReturns: {
      count: deletedReturns.length,
      totalAmount: dollars(sum(deletedReturns, paidBack)),
      rows: deletedReturns.map((one) => ({
        returnId: one.id,
        saleId: one.saleId,
        customerName: shop.sales.get(one.saleId)?.partyName ?? '',
        totalAmount: dollars(paidBack(one)),
        ...deletionOf(one),
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
