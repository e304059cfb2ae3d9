import { findWrongCheckDigit } from '@stockie/contracts'
import { enterAccounts, manager, owner } from '../accounts'
import type { RowBuffer, ShopPlan } from '../bulk-load/row-buffer'
import { enterCategory, enterContact, enterProduct } from '../bulk-load/records'
import { addDays, daysBetween, toTimestamp } from '../days'
import { createRandom } from '../random'
import { createClock, hoursOf, isOpen } from './calendar'
import { catalogue } from './catalogue'
import { discontinued, settleMishaps, tidyUp } from './corrections'
import { receiveDeliveries } from './deliveries'
import { customers } from './demo-customers'
import { expenseCategories, payBills } from './demo-expenses'
import { sellAllDay } from './demo-sales'
import type { Demo, DemoItem } from './demo-state'
import { suppliers } from './demo-suppliers'

/** A year and a day of trade, today included. */
const daysOfTrade = 365
const initialCustomers = 40

/** The pieces sold in an average week per point of popularity. */
const weeklyPerPopularity = 1.25
const weeksInStock = 4

/** Enters the records of the first morning: accounts, contacts, categories and products. */
function openShop(buffer: RowBuffer, plan: ShopPlan): Demo {
  const { today } = plan
  const first = addDays(today, -daysOfTrade)
  const morning = toTimestamp(first, 7 * 60)
  enterAccounts(buffer, morning)
  for (const customer of customers.slice(0, initialCustomers)) {
    enterContact(buffer, 'customers', customer, morning)
  }
  return {
    buffer,
    random: createRandom(20_240_229),
    at: createClock(plan),
    first,
    today,
    previousDay: addDays(first, -1),
    items: stockShelves(buffer, toTimestamp(first, 7 * 60 + 30)),
    customersKnown: initialCustomers,
    expenseCategoryIds: new Map(
      expenseCategories.map((name) => [
        name,
        enterCategory(buffer, 'expense_categories', name, morning).id,
      ]),
    ),
    supplierIds: suppliers.map(
      ({ contact }) => enterContact(buffer, 'suppliers', contact, morning).id,
    ),
  }
}

function stockShelves(buffer: RowBuffer, morning: string): DemoItem[] {
  const items: DemoItem[] = []
  for (const { category, products } of catalogue) {
    const categoryId = enterCategory(buffer, 'categories', category, morning).id
    const leaving = discontinued.filter((product) => product.category === category)
    for (const product of [...products, ...leaving]) {
      const { name, description, price, cost, popularity } = product
      const demand = popularity * weeklyPerPopularity
      const stock = Math.ceil(demand * weeksInStock)
      const code = numberOf(items.length + 1)
      const draft = { name, description, price, cost, categoryId, code }
      const { id } = enterProduct(buffer, draft, stock, { at: morning, userId: owner })
      items.push({ ...product, id, category, demand, gone: false })
    }
  }
  return items
}

/** An EAN-13 of the range in which shops number their own goods. */
function numberOf(place: number): string {
  const digits = `2${String(place).padStart(11, '0')}`
  return `${digits}${findWrongCheckDigit(`${digits}0`)?.expected ?? 0}`
}

/** Adds the other customers one by one over the year. */
function welcomeCustomers(demo: Demo, day: string): void {
  const daysOpen = daysBetween(demo.first, day)
  const newcomers = customers.length - initialCustomers
  const expected = initialCustomers + Math.floor((newcomers * daysOpen) / (daysOfTrade - 10))
  for (const customer of customers.slice(demo.customersKnown, expected)) {
    enterContact(demo.buffer, 'customers', customer, demo.at(day, 8 * 60 + 55))
    demo.customersKnown += 1
  }
}

/** Enters a kitchen and coffee shop that has traded for a year, up to this morning. */
export function enterDemoShop(buffer: RowBuffer, plan: ShopPlan) {
  const { today } = plan
  const demo = openShop(buffer, plan)
  for (let day = demo.first; day <= today; day = addDays(day, 1)) {
    if (isOpen(day, today)) tradeForADay(demo, day)
  }
  return [{ done: buffer.rows.sales.length, total: buffer.rows.sales.length, unit: 'sales' }]
}

function tradeForADay(demo: Demo, day: string): void {
  welcomeCustomers(demo, day)
  receiveDeliveries(demo, day)
  payBills(demo, day)
  const sales = sellAllDay(demo, day)
  const stamp = { at: demo.at(day, hoursOf(day, demo.today).closes + 10), userId: manager }
  settleMishaps(demo, sales, stamp)
  tidyUp(demo, day, sales, stamp)
  demo.previousDay = day
}
