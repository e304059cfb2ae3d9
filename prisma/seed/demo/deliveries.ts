import { manager } from '../accounts'
import { daysBetween, weekdayOf } from '../days'
import { enterPurchase } from '../bulk-load/documents'
import { monthOf, months } from './calendar'
import { seasons } from './catalogue'
import type { Demo, DemoItem } from './demo-state'
import { suppliers } from './demo-suppliers'

/** Products that suppliers cannot deliver at the moment, so that they are sold out or nearly so by today. */
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
const chanceOfRemark = 0.05
const remarks = ['Two cartons dented', 'Invoice follows by post', 'Rest of the last order'] as const

/** The index of Northside in the list of suppliers. */
const roaster = 0

/** Enters the deliveries of a day: each supplier restocks on its weekdays. */
export function receiveDeliveries(demo: Demo, day: string): void {
  const { buffer, random, today } = demo
  let minute = 8 * 60
  for (const [index, { delivers, weekdays }] of suppliers.entries()) {
    // Today always has a delivery: the roaster comes on any weekday and restocks earlier than usual.
    const isRoasterToday = index === roaster && day === today
    const isDeliveryDay = isRoasterToday || weekdays.includes(weekdayOf(day))
    const belowWeeks = isRoasterToday ? orderForWeeks : reorderBelowWeeks
    const wanted = demo.items.filter(
      (item) => delivers.includes(item.category) && isWanted(demo, item, day, belowWeeks),
    )
    const supplierId = demo.supplierIds[index]
    if (!isDeliveryDay || wanted.length === 0 || supplierId === undefined) continue
    const lines = wanted.map((item) => ({
      productId: item.id,
      quantity: roundToPacks(
        item,
        orderForWeeks * expectedDemand(item, day) - buffer.ledger.stockOf(item.id),
      ),
    }))
    const remark = random.chance(chanceOfRemark) ? random.pick(remarks) : undefined
    minute += 7
    const stamp = { at: demo.at(day, minute), userId: manager }
    enterPurchase(buffer, { day, supplierId, lines, remark }, stamp)
  }
}

function isWanted(demo: Demo, item: DemoItem, day: string, belowWeeks: number): boolean {
  if (item.gone) return false
  if (outOfSupply.has(item.name) && daysBetween(day, demo.today) < daysOutOfSupply) return false
  return demo.buffer.ledger.stockOf(item.id) < 1 + belowWeeks * expectedDemand(item, day)
}

/** The weekly demand, which anticipates the season: towards its end the shop orders less. */
function expectedDemand(item: DemoItem, day: string): number {
  const month = monthOf(day)
  const current = seasonalFactor(item, month)
  const upcoming = day.slice(8) < '12' ? current : seasonalFactor(item, (month + 1) % 12)
  return item.demand * Math.min(upcoming, current)
}

function seasonalFactor({ season }: DemoItem, month: number): number {
  return (seasons[season][month] ?? 1) * (months[month] ?? 1)
}

/** Rounds up to whole packs: six pieces of a cheap product, two of an expensive one. */
function roundToPacks({ cost }: DemoItem, pieces: number): number {
  const pack = cost < 10 ? 6 : 2
  return Math.max(1, Math.ceil(pieces / pack)) * pack
}
