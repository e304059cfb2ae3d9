import { cashier, enterAccounts, manager, owner } from '../accounts'
import type { RowBuffer, ShopPlan } from '../bulk-load/row-buffer'
import { enterPurchase, enterSale } from '../bulk-load/documents'
import { enterCategory, enterContact, enterExpense, enterProduct } from '../bulk-load/records'
import { addDays, toTimestamp } from '../days'
import { createRandom, type Random } from '../random'

const qualities = 'Green Black Wild Smoked Plain Sweet Dried Fresh Roast Mild'.split(' ')
const goods = 'Tea Coffee Rice Honey Pepper Soap Candle Biscuit Almond Salt'.split(' ')
/** A prime, so that it shares no divisor with the number of products, a multiple of 100. */
const stride = 7_919

/**
 * The unique name of product n, counted from 1. The names are in no order, and most have a number, so that
 * sorting must put "Green Tea 2" before "Green Tea 10".
 */
export function productName(n: number, products: number): string {
  const mixed = (n * stride) % products
  const quality = qualities[mixed % 10]
  const good = goods[Math.floor(mixed / 10) % 10]
  const number = Math.floor(mixed / 100)
  return number ? `${quality} ${good} ${number}` : `${quality} ${good}`
}

const daysOfTrade = 730
const customers = 5_000
const suppliers = 50
const categories = 40
const expensesPerDay = 5
const linesPerSale = 3
const linesPerPurchase = 50
const maxPiecesPerLine = 3
/** A product's delivery lasts for about two months. */
const deliveriesPerProduct = 12
/** The number of sales held in memory before they are written. */
const salesPerBatch = 10_000

/** A shop for benchmarks: the requested number of sales, three lines each, spread over two years. */
export function* enterBenchShop(buffer: RowBuffer, plan: ShopPlan) {
  const random = createRandom(1)
  const first = addDays(plan.today, 1 - daysOfTrade)
  const pieces = (plan.sales * linesPerSale * (1 + maxPiecesPerLine)) / 2 / plan.products
  const delivery = Math.min(Math.max(Math.ceil(pieces / deliveriesPerProduct), 4), 9_999)
  enterBenchRecords(buffer, plan.products, delivery, toTimestamp(first, 6 * 60))
  let done = 0
  let written = 0
  for (let index = 0; index < daysOfTrade; index += 1) {
    const day = addDays(first, index)
    restock(buffer, random, delivery, day)
    payExpenses(buffer, random, day)
    const until = Math.round((plan.sales * (index + 1)) / daysOfTrade)
    for (const start = done; done < until; done += 1) {
      const minute = 8 * 60 + Math.floor((600 * (done - start)) / (until - start))
      enterBenchSale(buffer, random, plan.products, day, minute)
      if (done - written < salesPerBatch) continue
      written = done
      yield { done, total: plan.sales, unit: 'sales' }
    }
  }
  yield { done, total: plan.sales, unit: 'sales' }
}

function enterBenchRecords(
  buffer: RowBuffer,
  products: number,
  opening: number,
  moment: string,
): void {
  const stamp = { at: moment, userId: owner }
  const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  enterAccounts(buffer, moment)
  for (const n of numbersUpTo(customers))
    enterContact(buffer, 'customers', toContact('Customer', n), moment)
  for (const n of numbersUpTo(suppliers))
    enterContact(buffer, 'suppliers', toContact('Supplier', n), moment)
  for (const n of numbersUpTo(categories))
    enterCategory(buffer, 'categories', `Category ${n}`, moment)
  enterCategory(buffer, 'expense_categories', 'Running costs', moment)
  for (const n of numbersUpTo(products)) {
    const cost = 1 + ((n * 7) % 90)
    const product = {
      name: productName(n, products),
      cost,
      price: cost * 2,
      categoryId: 1 + (n % categories),
    }
    enterProduct(buffer, product, opening, stamp)
  }
}

function toContact(kind: string, n: number) {
  return { name: `${kind} ${n}`, email: `${kind.toLowerCase()}.${n}@bench.example` }
}

/** Enters the morning's purchases of every product that runs low. */
function restock(buffer: RowBuffer, random: Random, quantity: number, day: string): void {
  const low = [...buffer.products.keys()].filter((id) => buffer.ledger.stockOf(id) < quantity / 4)
  for (let start = 0; start < low.length; start += linesPerPurchase) {
    const lines = low
      .slice(start, start + linesPerPurchase)
      .map((productId) => ({ productId, quantity }))
    const supplierId = random.int(1, suppliers)
    enterPurchase(
      buffer,
      { day, supplierId, lines },
      { at: toTimestamp(day, 7 * 60), userId: manager },
    )
  }
}

function payExpenses(buffer: RowBuffer, random: Random, day: string): void {
  for (let index = 1; index <= expensesPerDay; index += 1) {
    const expense = { name: `Expense ${index}`, amount: random.int(10, 500), expenseCategoryId: 1 }
    enterExpense(buffer, expense, toTimestamp(day, 8 * 60 + index))
  }
}

function enterBenchSale(
  buffer: RowBuffer,
  random: Random,
  products: number,
  day: string,
  minute: number,
): void {
  const lines = Array.from({ length: linesPerSale }, () => ({
    productId: random.int(1, products),
    quantity: random.int(1, maxPiecesPerLine),
  }))
  const extras = {
    discount: random.chance(0.1) ? random.int(1, 100) / 100 : 0,
    shippingFees: random.chance(0.05) ? 4.95 : 0,
  }
  const draft = { day, customerId: random.int(1, customers), lines, ...extras }
  enterSale(buffer, draft, { at: toTimestamp(day, minute), userId: cashier })
}
