import type { Margin, ProfitSummary } from '@stockie/contracts'
import { isWithin, type Range, storeDay } from '#test/model/day-ranges'
import { listReturns } from './expected-returns'
import { dollars, lineCents, subtotalCents, totalCents } from '#test/model/amounts'
import { nameOf } from './expected-rows'
import {
  type Line,
  listExisting,
  type Shop,
  type ShopDocument,
  type ShopReturn,
} from '#test/model/shop-model'

export function profitOf(shop: Shop, range: Range): ProfitSummary {
  const sum = (documents: ShopDocument[]) =>
    documents.reduce((cents, document) => cents + totalCents(document), 0)
  const sales =
    sum(documentsIn(shop, 'sales', range)) -
    returnsIn(shop, range).reduce((cents, { refund, shipping }) => cents + refund + shipping, 0)
  const purchases = sum(documentsIn(shop, 'purchases', range))
  const expenses = listExisting(shop, 'expenses')
    .filter(({ createdAt }) => isWithin(storeDay(createdAt), range))
    .reduce((cents, { amount }) => cents + amount * 100, 0)
  return {
    totalSales: dollars(sales),
    totalPurchases: dollars(purchases),
    totalExpenses: dollars(expenses),
    profit: dollars(sales - purchases - expenses),
  }
}

/** Lists every existing product, and every deleted product that moved in the range, by id. */
export function productSummaryOf(shop: Shop, range: Range) {
  const sold = movedIn(shop, 'sales', range)
  const bought = movedIn(shop, 'purchases', range)
  return [...shop.products.values()]
    .filter(
      ({ id, deletion }) =>
        !deletion ||
        sold.get(id)?.units ||
        sold.get(id)?.cents ||
        sold.get(id)?.cost ||
        bought.has(id),
    )
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name, categoryId }) => ({
      productId: id,
      name,
      categoryName: nameOf(shop, 'categories', categoryId),
      units_sold: sold.get(id)?.units ?? 0,
      units_purchased: bought.get(id)?.units ?? 0,
      total_sales: dollars(sold.get(id)?.cents ?? 0),
      total_purchases: dollars(bought.get(id)?.cents ?? 0),
      ...marginRow(sold.get(id)?.cents ?? 0, sold.get(id)?.cost ?? 0),
    }))
}

/** Lists the existing products that sold most in the range, without those that did not sell. */
export function mostSoldOf(shop: Shop, range: Range, top: number): object[] {
  return productSummaryOf(shop, range)
    .filter(
      ({ productId, units_sold: sold }) => sold > 0 && !shop.products.get(productId)?.deletion,
    )
    .toSorted((one, other) => other.units_sold - one.units_sold || one.productId - other.productId)
    .slice(0, top)
}

/** The model knows the cost of every line: it recorded them all. */
function marginRow(sales: number, cost: number) {
  return {
    cost_of_goods: dollars(cost),
    gross_margin: dollars(sales - cost),
    margin_percent: sales > 0 ? roundAway(sales - cost, sales) : null,
    lines_without_cost: 0,
  }
}

/** The part of the whole in percent, with one decimal. PostgreSQL rounds half away from zero. */
function roundAway(part: number, whole: number): number {
  const [size, all] = [BigInt(Math.abs(part)), BigInt(whole)]
  const tenths = Number((2n * 1000n * size + all) / (2n * all))
  return tenths === 0 ? 0 : (Math.sign(part) * tenths) / 10
}

export function marginOf(shop: Shop, range: Range): Margin {
  const sales = documentsIn(shop, 'sales', range)
  const returns = returnsIn(shop, range)
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const goods =
    sum(sales.map(({ lines, discount }) => Math.max(0, subtotalCents(lines) - discount))) -
    sum(returns.map(({ refund }) => refund))
  const total =
    sum(sales.map(totalCents)) - sum(returns.map(({ refund, shipping }) => refund + shipping))
  const cost = sum([...movedIn(shop, 'sales', range).values()].map((moved) => moved.cost))
  return {
    totalSales: dollars(total),
    shipping: dollars(total - goods),
    costOfGoods: dollars(cost),
    grossMargin: dollars(goods - cost),
    linesWithoutCost: 0,
  }
}

type Moved = { units: number; cents: number; cost: number }

/** The sales or purchases of each product in the range, in cents. */
function movedIn(shop: Shop, resource: 'sales' | 'purchases', range: Range) {
  const moved = new Map<number, Moved>()
  const add = (
    line: Pick<Line, 'productId' | 'price' | 'quantity'>,
    { sign, cost = 0 }: { sign: 1 | -1; cost?: number | undefined },
  ) => {
    const before = moved.get(line.productId) ?? { units: 0, cents: 0, cost: 0 }
    moved.set(line.productId, {
      units: before.units + sign * line.quantity,
      cents: before.cents + sign * lineCents(line),
      cost: before.cost + sign * lineCents({ price: cost, quantity: line.quantity }),
    })
  }
  for (const line of documentsIn(shop, resource, range).flatMap(({ lines }) => lines)) {
    add(line, { sign: 1, cost: line.cost })
  }
  if (resource === 'purchases') return moved
  for (const { saleId, lines } of returnsIn(shop, range)) {
    for (const line of lines) {
      const sold = shop.sales.get(saleId)?.lines.find(({ id }) => id === line.lineId)
      add(line, { sign: -1, cost: line.restock ? sold?.cost : 0 })
    }
  }
  return moved
}

export function returnsIn(shop: Shop, range: Range): ShopReturn[] {
  return listReturns(shop).filter(({ day }) => isWithin(day, range))
}

export function documentsIn(
  shop: Shop,
  resource: 'sales' | 'purchases',
  range: Range,
): ShopDocument[] {
  return listExisting(shop, resource).filter(({ day }) => isWithin(day, range))
}
