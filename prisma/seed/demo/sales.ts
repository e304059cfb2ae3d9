import { cashier, manager } from '../accounts'
import { at } from '../days'
import { enterSale } from '../documents'
import { pickBasket } from './basket'
import { expectedSales, hoursOf, monthOf } from './calendar'
import { seasons } from './catalogue'
import { pickCustomer, pickExtras } from './customer-habits'
import type { Demo } from './demo-state'

const fewestToday = 15

/** A day's sales, in the order of the clock. */
export function sellAllDay(demo: Demo, day: string) {
  const weights = weightsOf(demo, day)
  return saleMinutes(demo, day)
    .map((minute) => sellOnce(demo, day, minute, weights))
    .filter((sale) => sale !== undefined)
}

function saleMinutes({ random, first, today }: Demo, day: string): number[] {
  const { opens, closes } = hoursOf(day, today)
  const usual = expectedSales(day, first, today) * (0.75 + random.next() * 0.5)
  const count = day === today ? Math.max(usual / 2, fewestToday) : usual
  const minutes = Array.from({ length: Math.round(count) }, () => random.int(opens, closes))
  return minutes.toSorted((one, other) => one - other)
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
  return enterSale(demo.book, draft, { at: at(day, minute), userId })
}
