import { enterAccounts, owner } from '../accounts'
import type { Book } from '../book'
import { addDays, at, daysBetween } from '../days'
import { createRandom } from '../random'
import { enterCategory, enterContact, enterProduct } from '../records'
import { catalogue } from './catalogue'
import { customers } from './customers'
import type { Demo, DemoItem } from './demo-state'
import { expenseCategories } from './expenses'
import { suppliers } from './suppliers'
import { discontinued } from './tidying'

/** A year and a day of trade, today included. */
const daysOfTrade = 365
const knownFromTheStart = 40

/** Pieces that an average week sells for each point of popularity. */
const weeklyPerPopularity = 1.25
const weeksInStock = 4

/** What the owner enters on the first morning: accounts, parties, shelves and what stands on them. */
export function openShop(book: Book, today: string): Demo {
  const first = addDays(today, -daysOfTrade)
  const morning = at(first, 7 * 60)
  enterAccounts(book, morning)
  for (const customer of customers.slice(0, knownFromTheStart)) {
    enterContact(book, 'customers', customer, morning)
  }
  return {
    book,
    random: createRandom(20_240_229),
    first,
    today,
    previousDay: addDays(first, -1),
    items: stockShelves(book, at(first, 7 * 60 + 30)),
    customersKnown: knownFromTheStart,
    expenseCategoryIds: new Map(
      expenseCategories.map((name) => [
        name,
        enterCategory(book, 'expense_categories', name, morning).id,
      ]),
    ),
    supplierIds: suppliers.map(
      ({ contact }) => enterContact(book, 'suppliers', contact, morning).id,
    ),
  }
}

function stockShelves(book: Book, morning: string): DemoItem[] {
  const items: DemoItem[] = []
  for (const { category, products } of catalogue) {
    const categoryId = enterCategory(book, 'categories', category, morning).id
    const leaving = discontinued.filter((product) => product.category === category)
    for (const product of [...products, ...leaving]) {
      const { name, description, price, cost, popularity } = product
      const demand = popularity * weeklyPerPopularity
      const stock = Math.ceil(demand * weeksInStock)
      const draft = { name, description, price, cost, categoryId }
      const { id } = enterProduct(book, draft, stock, { at: morning, userId: owner })
      items.push({ ...product, id, category, demand, gone: false })
    }
  }
  return items
}

/** The others become customers in the course of the year, one after the other. */
export function welcomeCustomers(demo: Demo, day: string): void {
  const daysOpen = daysBetween(demo.first, day)
  const newcomers = customers.length - knownFromTheStart
  const expected = knownFromTheStart + Math.floor((newcomers * daysOpen) / (daysOfTrade - 10))
  for (const customer of customers.slice(demo.customersKnown, expected)) {
    enterContact(demo.book, 'customers', customer, at(day, 8 * 60 + 55))
    demo.customersKnown += 1
  }
}
