import type { Pool } from 'pg'

type Document = { id: number; day: string; cents: number }
type Sale = Document & { discount: number; shipping: number }
type Line = { document_id: number; product_id: number; quantity: number; total: number }
type CostedLine = Line & { cost: number | null }
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
  const saleLines = await read<CostedLine>('select *, sale_id as document_id from sale_lines')
  // The cost is that of the sold line, not the copy in the returned line.
  const returnLines = await read<CostedLine>(
    `select returned.return_id as document_id, returned.product_id, returned.quantity,
       sold.price * returned.quantity as total, case when restock then sold.cost else 0 end as cost
     from return_lines as returned join sale_lines as sold on sold.id = sale_line_id`,
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

  /** By sale and return, in cents: what was paid for the goods, less what they had cost. */
  function margin(range: Range) {
    const sold = within(sales, range)
    const back = within(returns, range)
    const lines = linesOf(sold, saleLines)
    const paid = sold.map(({ id, discount }) => Math.max(0, (subtotals.get(id) ?? 0) - discount))
    const goods = sum(paid) - sum(back.map(({ refund }) => refund))
    const cost = 100 * (costOf(lines) - costOf(linesOf(back, returnLines)))
    const total = totals(range).sold
    return {
      totalSales: total / 100,
      shipping: (total - goods) / 100,
      costOfGoods: cost / 100,
      grossMargin: (goods - cost) / 100,
      linesWithoutCost: lines.filter((line) => line.cost === null).length,
    }
  }

  function byProduct(range: Range) {
    const soldLines = linesOf(within(sales, range), saleLines)
    const returnedLines = linesOf(within(returns, range), returnLines)
    const negated = returnedLines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      total: -line.total,
    }))
    const sold = [...soldLines, ...negated]
    const bought = linesOf(within(purchases, range), purchaseLines)
    return products.map(({ id, name }) => {
      const isOfProduct = ({ product_id }: Line) => product_id === id
      const total = sum(sold.filter(isOfProduct).map((line) => line.total))
      const cost = costOf(soldLines.filter(isOfProduct)) - costOf(returnedLines.filter(isOfProduct))
      const unknown = soldLines.filter((line) => isOfProduct(line) && line.cost === null).length
      return {
        productId: id,
        name,
        units_sold: sum(sold.filter(isOfProduct).map(({ quantity }) => quantity)),
        units_purchased: sum(bought.filter(isOfProduct).map(({ quantity }) => quantity)),
        total_sales: total,
        total_purchases: sum(bought.filter(isOfProduct).map((line) => line.total)),
        cost_of_goods: cost,
        gross_margin: total - cost,
        margin_percent: total > 0 && unknown === 0 ? percentOf(total - cost, total) : null,
        lines_without_cost: unknown,
      }
    })
  }

  return { profit, byDay, breakdown, margin, byProduct }
}

function costOf(lines: CostedLine[]): number {
  return sum(lines.map(({ cost, quantity }) => (cost ?? 0) * quantity))
}

/** With one decimal. Halves are rounded away from 0. */
function percentOf(part: number, whole: number): number {
  const tenths = Math.floor((2000 * Math.abs(part) + whole) / (2 * whole))
  return tenths === 0 ? 0 : (Math.sign(part) * tenths) / 10
}

function within<Dated extends { day: string }>(
  documents: Dated[],
  { startDate = '', endDate = '~' }: Range,
): Dated[] {
  return documents.filter(({ day }) => startDate <= day && day <= endDate)
}

function linesOf<Any extends Line>(documents: Document[], lines: Any[]): Any[] {
  const ids = new Set(documents.map(({ id }) => id))
  return lines.filter(({ document_id }) => ids.has(document_id))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
