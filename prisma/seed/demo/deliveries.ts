import { manager } from '../accounts'
import { at, daysBetween, weekdayOf } from '../days'
import { enterPurchase } from '../book/documents'
import { monthOf, months } from './calendar'
import { seasons } from './catalogue'
import type { Demo, DemoItem } from './demo-state'
import { suppliers } from './demo-suppliers'

/** What its supplier cannot deliver at the moment: it has sold out, or nearly, by today. */
const outOfSupply = new Set([
  'House Espresso Blend, 1 kg',
  'Colombia Filter Roast, 250 g',
  'Silicone Spatula',
  'Stoneware Dinner Plate',
  'Linen Tea Towel',
])
const daysOutOfSupply = 60

const reorderBelowWeeks = 1.5
const orderForWeeks = 4
const remarked = 0.05
const remarks = ['Two cartons dented', 'Invoice follows by post', 'Rest of the last order'] as const

/** Northside, first in the list of suppliers. */
const roaster = 0

/** Suppliers come on their own weekdays and fill up what runs low. */
export function receiveDeliveries(demo: Demo, day: string): void {
  const { book, random, today } = demo
  let minute = 8 * 60
  for (const [index, { delivers, weekdays }] of suppliers.entries()) {
    // On the demo's last day the roaster comes whatever weekday it is, with whatever has room.
    const isRoasterToday = index === roaster && day === today
    const comes = isRoasterToday || weekdays.includes(weekdayOf(day))
    const belowWeeks = isRoasterToday ? orderForWeeks : reorderBelowWeeks
    const wanted = demo.items.filter(
      (item) => delivers.includes(item.category) && isWanted(demo, item, day, belowWeeks),
    )
    const supplierId = demo.supplierIds[index]
    if (!comes || wanted.length === 0 || supplierId === undefined) continue
    const lines = wanted.map((item) => ({
      productId: item.id,
      quantity: toPack(item, orderForWeeks * demandSoon(item, day) - book.ledger.stockOf(item.id)),
    }))
    const remark = random.chance(remarked) ? random.pick(remarks) : undefined
    minute += 7
    const stamp = { at: at(day, minute), userId: manager }
    enterPurchase(book, { day, supplierId, lines, remark }, stamp)
  }
}

function isWanted(demo: Demo, item: DemoItem, day: string, belowWeeks: number): boolean {
  if (item.gone) return false
  if (outOfSupply.has(item.name) && daysBetween(day, demo.today) < daysOutOfSupply) return false
  return demo.book.ledger.stockOf(item.id) < 1 + belowWeeks * demandSoon(item, day)
}

/** Seasons are no surprise: towards the end of a busy one the shop no longer orders for it. */
function demandSoon(item: DemoItem, day: string): number {
  const month = monthOf(day)
  const now = busyness(item, month)
  const soon = day.slice(8) < '12' ? now : busyness(item, (month + 1) % 12)
  return item.demand * Math.min(soon, now)
}

function busyness({ season }: DemoItem, month: number): number {
  return (seasons[season][month] ?? 1) * (months[month] ?? 1)
}

/** Cheap things come by the half dozen, dear ones in pairs. */
function toPack({ cost }: DemoItem, pieces: number): number {
  const pack = cost < 10 ? 6 : 2
  return Math.max(1, Math.ceil(pieces / pack)) * pack
}
