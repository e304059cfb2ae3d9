import { cashier, manager } from '../accounts'
import { type DraftLine, enterSale } from '../bulk-load/documents'
import { daysBetween } from '../days'
import { expectedSales, hoursOf, monthOf } from './calendar'
import { seasons } from './catalogue'
import { businessIds, pickCustomer, pickExtras } from './demo-customers'
import type { Demo, DemoItem } from './demo-state'

/** Products sold before they are delivered, so that their stock falls below zero. */
const soldOnOrder = new Set(['House Espresso Blend, 1 kg', 'Stoneware Dinner Plate'])
const maxOnOrder = 4
const daysSoldOnOrder = 30

const linesPerSale = [45, 30, 15, 7, 3]
const cheapQuantities = [62, 24, 8, 4, 2]
const expensiveQuantities = [93, 7]

/** Picks the lines of one sale: different products, with no more pieces than the stock allows. */
function pickBasket(
  demo: Demo,
  day: string,
  weights: readonly number[],
  customerId: number,
): DraftLine[] {
  const { random, items } = demo
  const times = businessIds.includes(customerId) ? random.int(2, 4) : 1
  const basket = new Map<number, number>()
  for (let lines = random.weighted(linesPerSale) + 1; lines > 0; lines -= 1) {
    const item = items[random.weighted(weights)]
    if (item === undefined || basket.has(item.id)) continue
    const wanted = 1 + random.weighted(item.price < 20 ? cheapQuantities : expensiveQuantities)
    const quantity = Math.min(wanted * times, available(demo, item, day))
    if (quantity > 0) basket.set(item.id, quantity)
  }
  return [...basket].map(([productId, quantity]) => ({ productId, quantity }))
}

function available({ buffer, today }: Demo, item: DemoItem, day: string): number {
  const onOrder = soldOnOrder.has(item.name) && daysBetween(day, today) < daysSoldOnOrder
  return buffer.ledger.stockOf(item.id) + (onOrder ? maxOnOrder : 0)
}

const minSalesToday = 15

/** Enters a day's sales in the order of time. */
export function sellAllDay(demo: Demo, day: string) {
  const weights = weightsOf(demo, day)
  return saleMinutes(demo, day)
    .map((minute) => sellOnce(demo, day, minute, weights))
    .filter((sale) => sale !== undefined)
}

function saleMinutes({ random, first, today }: Demo, day: string): number[] {
  const { opens, closes } = hoursOf(day, today)
  const usual = expectedSales(day, first, today) * (0.75 + random.next() * 0.5)
  const count = day === today ? Math.max(usual / 2, minSalesToday) : usual
  const minutes = Array.from({ length: Math.round(count) }, () => random.int(opens, closes))
  return minutes.toSorted((a, b) => a - b)
}

function weightsOf({ items }: Demo, day: string): number[] {
  const month = monthOf(day)
  return items.map(({ gone, popularity, season }) =>
    gone ? 0 : popularity * (seasons[season][month] ?? 1),
  )
}

function sellOnce(demo: Demo, day: string, minute: number, weights: readonly number[]) {
  const customerId = pickCustomer(demo)
  const lines = pickBasket(demo, day, weights, customerId)
  if (lines.length === 0) return undefined
  const userId = demo.random.chance(0.8) ? cashier : manager
  const draft = { day, customerId, lines, ...pickExtras(demo, customerId, lines) }
  return enterSale(demo.buffer, draft, { at: demo.at(day, minute), userId })
}
