import { daysBetween } from '../days'
import type { DraftLine } from '../documents'
import { businessIds } from './customers'
import type { Demo, DemoItem } from './demo-state'

/** Promised before they are there, and so sold below zero. */
const soldOnOrder = new Set(['House Espresso Blend, 1 kg', 'Stoneware Dinner Plate'])
const mostOnOrder = 4
const daysSoldOnOrder = 30

const linesPerSale = [45, 30, 15, 7, 3]
const cheapQuantities = [62, 24, 8, 4, 2]
const dearQuantities = [93, 7]

/** What one customer carries to the till: different things, no more than stand on the shelf. */
export function pickBasket(
  demo: Demo,
  day: string,
  weights: readonly number[],
  customerId: number,
): DraftLine[] {
  const { random, items } = demo
  const times = businessIds.includes(customerId) ? random.int(2, 4) : 1
  const basket = new Map<number, number>()
  for (let left = random.weighted(linesPerSale) + 1; left > 0; left -= 1) {
    const item = items[random.weighted(weights)]
    if (item === undefined || basket.has(item.id)) continue
    const wanted = 1 + random.weighted(item.price < 20 ? cheapQuantities : dearQuantities)
    const quantity = Math.min(wanted * times, available(demo, item, day))
    if (quantity > 0) basket.set(item.id, quantity)
  }
  return [...basket].map(([productId, quantity]) => ({ productId, quantity }))
}

function available({ book, today }: Demo, item: DemoItem, day: string): number {
  const onOrder = soldOnOrder.has(item.name) && daysBetween(day, today) < daysSoldOnOrder
  return book.ledger.stockOf(item.id) + (onOrder ? mostOnOrder : 0)
}
