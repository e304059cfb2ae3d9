import { manager } from '../accounts'
import type { Book } from '../book'
import { addDays, at } from '../days'
import type { ShopPlan } from '../shop'
import { hoursOf, isOpen } from './calendar'
import { receiveDeliveries } from './deliveries'
import type { Demo } from './demo-state'
import { settleMishaps } from './mishaps'
import { openShop, welcomeCustomers } from './open-shop'
import { payBills } from './pay-bills'
import { sellAllDay } from './sales'
import { tidyUp } from './tidying'

/** A kitchen and coffee shop that has traded for a year, up to this morning. */
export function enterDemoShop(book: Book, { today }: ShopPlan) {
  const demo = openShop(book, today)
  for (let day = demo.first; day <= today; day = addDays(day, 1)) {
    if (isOpen(day, today)) tradeForADay(demo, day)
  }
  return [{ done: book.rows.sales.length, total: book.rows.sales.length, what: 'sales' }]
}

function tradeForADay(demo: Demo, day: string): void {
  welcomeCustomers(demo, day)
  receiveDeliveries(demo, day)
  payBills(demo, day)
  const sales = sellAllDay(demo, day)
  const stamp = { at: at(day, hoursOf(day, demo.today).closes + 10), userId: manager }
  settleMishaps(demo, sales, stamp)
  tidyUp(demo, day, sales, stamp)
  demo.previousDay = day
}
