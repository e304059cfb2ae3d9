import type { Pool } from 'pg'

type Document = { id: number; day: string; cents: number }
type Sale = Document & { discount: number; shipping: number }
type Line = { document_id: number; product_id: number; quantity: number; total: number }
type Range = { startDate?: string; endDate?: string }

/** Recomputes the reports in TypeScript, in cents and from the raw rows instead of stored totals. */
export async function recomputeReports(pool: Pool) {
  const read = async <Row extends object>(text: string) => (await pool.query<Row>(text)).rows
  const sales = await read<Sale>(
    `select id, sale_date as day, total_amount * 100 as cents, discount * 100 as discount,
       shipping_fees * 100 as shipping from sales where deleted_at is null`,
  )
  const purchases = await read<Document>(
    `select id, purchase_date as day, total_amount * 100 as cents from purchases
     where deleted_at is null`,
  )
  const expenses = await read<Document>(
    `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, amount * 100 as cents
     from expenses where deleted_at is null`,
  )
  const returns = await read<Document & { refund: number; shipping: number }>(
    `select id, return_date as day, (refund + shipping_refund) * 100 as cents, refund * 100 as refund,
       shipping_refund * 100 as shipping from returns where deleted_at is null`,
  )
  const saleLines = await read<Line>('select *, sale_id as document_id from sale_lines')
  const returnLines = await read<Line>(
    'select *, return_id as document_id, price * quantity as total from return_lines',
  )
  const purchaseLines = await read<Line>('select *, purchase_id as document_id from purchase_lines')
  const products = await read<{ id: number; name: string }>(
    'select id, name from products order by id',
  )

  const subtotals = new Map<number, number>()
  for (const { document_id: id, total } of saleLines) {
    subtotals.set(id, (subtotals.get(id) ?? 0) + total * 100)
  }

  function profit(range: Range) {
    const { sold, bought, spent } = totals(range)
    return {
      totalSales: sold / 100,
      totalPurchases: bought / 100,
      totalExpenses: spent / 100,
      profit: (sold - bought - spent) / 100,
    }
  }

  /** In cents. The refunds of returns are subtracted from the sales. */
  function totals(range: Range) {
    const centsOf = (documents: Document[]) =>
      sum(within(documents, range).map(({ cents }) => cents))
    const returned = centsOf(returns)
    return {
      sold: centsOf(sales) - returned,
      returned,
      bought: centsOf(purchases),
      spent: centsOf(expenses),
    }
  }

  /** Every day with a total other than zero, oldest first. */
  function byDay(range: Range) {
    const days = new Set([sales, returns, purchases, expenses].flat().map(({ day }) => day))
    return [...days]
      .toSorted()
      .filter((day) => within([{ day }], range).length > 0)
      .map((day) => {
        const ofDay = { startDate: day, endDate: day }
        const { profit: _profit, ...three } = profit(ofDay)
        return { day, ...three, totalReturns: totals(ofDay).returned / 100 }
      })
      .filter(({ day: _day, ...all }) => Object.values(all).some((total) => total !== 0))
  }

  function breakdown(range: Range) {
    const sold = within(sales, range)
    const back = within(returns, range)
    const parts = sold.map(({ id, discount, shipping }) => ({
      discount,
      shipping,
      lines: subtotals.get(id) ?? 0,
    }))
    return {
      sales: sold.length,
      lineTotals: sum(parts.map(({ lines }) => lines)) / 100,
      discounts: sum(parts.map(({ discount }) => discount)) / 100,
      shippingFees: sum(parts.map(({ shipping }) => shipping)) / 100,
      raisedToZero:
        sum(
          parts.map(({ lines, discount, shipping }) => Math.max(0, discount - lines - shipping)),
        ) / 100,
      returns: back.length,
      returnedLineTotals: sum(linesOf(back, returnLines).map(({ total }) => total)),
      refunds: sum(back.map(({ refund }) => refund)) / 100,
      shippingRefunds: sum(back.map(({ shipping }) => shipping)) / 100,
      totalSales: totals(range).sold / 100,
    }
  }

  function byProduct(range: Range) {
    const negated = linesOf(within(returns, range), returnLines).map((line) => ({
      ...line,
      quantity: -line.quantity,
      total: -line.total,
    }))
    const sold = [...linesOf(within(sales, range), saleLines), ...negated]
    const bought = linesOf(within(purchases, range), purchaseLines)
    return products.map(({ id, name }) => {
      const isOfProduct = ({ product_id }: Line) => product_id === id
      return {
        productId: id,
        name,
        units_sold: sum(sold.filter(isOfProduct).map(({ quantity }) => quantity)),
        units_purchased: sum(bought.filter(isOfProduct).map(({ quantity }) => quantity)),
        total_sales: sum(sold.filter(isOfProduct).map(({ total }) => total)),
        total_purchases: sum(bought.filter(isOfProduct).map(({ total }) => total)),
      }
    })
  }

  return { profit, byDay, breakdown, byProduct }
}

function within<Dated extends { day: string }>(
  documents: Dated[],
  { startDate = '', endDate = '~' }: Range,
): Dated[] {
  return documents.filter(({ day }) => startDate <= day && day <= endDate)
}

function linesOf(documents: Document[], lines: Line[]): Line[] {
  const ids = new Set(documents.map(({ id }) => id))
  return lines.filter(({ document_id }) => ids.has(document_id))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
