import type { DayFigures } from '@stockie/contracts'
import type { Pool } from 'pg'

type Row = Record<string, unknown>

/** Sums of whole cents, without the SQL of the API. */
const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const sum = (rows: Row[], ofRow: (row: Row) => number) =>
  rows.reduce((total, row) => total + ofRow(row), 0) / 100

function clockOf(instant: Date, timeZone: string) {
  const [day = '', hour = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(instant)
    .split(' ')
  return { day, hour: Number(hour.slice(0, 2)) }
}

const byDeletion = (one: Row, other: Row) =>
  Number(other['deleted_at']) - Number(one['deleted_at']) || Number(other['id']) - Number(one['id'])

function groupBy<Key>(rows: Row[], keyOf: (row: Row) => Key): [Key, Row[]][] {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups]
}

/** The figures of a day, computed from the raw rows. */
export async function recomputeDay(pool: Pool, day: string, timeZone: string): Promise<DayFigures> {
  const read = async (table: string, date: string) =>
    (await pool.query<Row>(`select *, ${date}::text as day from ${table} order by id`)).rows
  const users = new Map((await read('users', 'now()')).map(({ id, name }) => [id, String(name)]))
  const nameOf = (id: unknown) => users.get(id) ?? ''
  const all = (await read('sales', 'sale_date')).filter((sale) => sale['day'] === day)
  const sales = all.filter((sale) => sale['deleted_at'] === null)
  const deleted = all.filter((sale) => sale['deleted_at'] !== null)
  const allReturns = (await read('returns', 'return_date')).filter((one) => one['day'] === day)
  const returns = allReturns.filter((one) => one['deleted_at'] === null)
  const deletedReturns = allReturns.filter((one) => one['deleted_at'] !== null)
  const customers = new Map(
    (await read('sales', 'sale_date')).map((sale) => [sale['id'], String(sale['customer_name'])]),
  )
  const total = (sale: Row) => cents(sale['total_amount'])
  const refund = (one: Row) => cents(one['refund']) + cents(one['shipping_refund'])
  const hourOf = (sale: Row) => {
    const clock = clockOf(sale['created_at'] as Date, timeZone)
    return clock.day === day ? clock.hour : null
  }
  const deletionOf = (row: Row) => ({
    deletedAt: (row['deleted_at'] as Date).toISOString(),
    deletedByName: nameOf(row['deleted_by_id']),
  })
  const people = new Set([...sales, ...returns].map((row) => Number(row['created_by_id'])))
  const grossSales = sum(sales, total)
  return {
    sales: sales.length,
    lineTotals: sum(sales, (sale) => cents(sale['subtotal'])),
    discounts: sum(sales, (sale) => cents(sale['discount'])),
    shippingFees: sum(sales, (sale) => cents(sale['shipping_fees'])),
    raisedToZero: sum(sales, (sale) =>
      Math.max(0, cents(sale['discount']) - cents(sale['subtotal']) - cents(sale['shipping_fees'])),
    ),
    returns: returns.length,
    returnedLineTotals: sum(returns, (one) => cents(one['goods_value'])),
    refunds: sum(returns, (one) => cents(one['refund'])),
    shippingRefunds: sum(returns, (one) => cents(one['shipping_refund'])),
    grossSales,
    totalSales: (cents(grossSales) - cents(sum(returns, refund))) / 100,
    deletedSales: {
      count: deleted.length,
      totalAmount: sum(deleted, total),
      rows: deleted.toSorted(byDeletion).map((sale) => ({
        saleId: Number(sale['id']),
        customerName: String(sale['customer_name']),
        totalAmount: total(sale) / 100,
        ...deletionOf(sale),
      })),
    },
    deletedReturns: {
      count: deletedReturns.length,
      totalAmount: sum(deletedReturns, refund),
      rows: deletedReturns.toSorted(byDeletion).map((one) => ({
        returnId: Number(one['id']),
        saleId: Number(one['sale_id']),
        customerName: customers.get(one['sale_id']) ?? '',
        totalAmount: refund(one) / 100,
        ...deletionOf(one),
      })),
    },
    byPerson: [...people]
      .map((id) => {
        const sold = sales.filter((sale) => sale['created_by_id'] === id)
        const returned = returns.filter((one) => one['created_by_id'] === id)
        return {
          createdById: id,
          createdByName: nameOf(id),
          sales: sold.length,
          grossSales: sum(sold, total),
          returns: returned.length,
          totalRefunds: sum(returned, refund),
        }
      })
      .toSorted(
        (one, other) => other.grossSales - one.grossSales || one.createdById - other.createdById,
      ),
    byHour: groupBy(sales, hourOf)
      .toSorted(([one], [other]) => (one ?? 24) - (other ?? 24))
      .map(([hour, sold]) => ({ hour, sales: sold.length, grossSales: sum(sold, total) })),
  }
}
