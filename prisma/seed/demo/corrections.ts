import {
  adjustStock,
  deletePurchase,
  deleteSale,
  enterPurchase,
  type enterSale,
} from '../bulk-load/documents'
import type { Stamp } from '../bulk-load/ledger'
import { enterCategory, enterContact, enterExpense, markDeleted } from '../bulk-load/records'
import { addDays } from '../days'
import type { DemoProduct } from './catalogue'
import type { Demo, DemoItem } from './demo-state'

const fragile = new Set(['Tableware', 'Glass & Storage'])
const chanceOfBreakage = 0.006
const chanceOfMiscount = 0.0015
const chanceOfMistyping = 0.0012

/** Enters the corrections after closing: breakages, miscounts, and deletions of mistyped sales. */
export function settleMishaps(
  demo: Demo,
  sales: readonly ReturnType<typeof enterSale>[],
  stamp: Stamp,
): void {
  const { buffer, random, items } = demo
  for (const sale of sales) if (random.chance(chanceOfMistyping)) deleteSale(buffer, sale, stamp)
  for (const item of items) {
    if (fragile.has(item.category) && random.chance(chanceOfBreakage)) {
      correct(demo, item, -random.int(1, 2), 'damaged', stamp)
    }
    if (random.chance(chanceOfMiscount)) {
      correct(demo, item, random.pick([-2, -1, 1]), 'correction', stamp)
    }
  }
}

/** Skips corrections that would take the stock below zero. */
function correct(
  { buffer }: Demo,
  item: DemoItem,
  delta: number,
  reason: 'damaged' | 'correction',
  stamp: Stamp,
): void {
  if (!item.gone && buffer.ledger.stockOf(item.id) + delta >= 0) {
    adjustStock(buffer, item.id, delta, reason, stamp)
  }
}

/** Products that were deleted during the year. Their sales remain. */
export const discontinued: readonly (DemoProduct & { category: string; goneDaysAgo: number })[] = [
  {
    category: 'Kitchen Tools',
    name: 'Avocado Slicer',
    price: 11,
    cost: 6,
    popularity: 1,
    season: 'summer',
    goneDaysAgo: 120,
  },
  {
    category: 'Glass & Storage',
    name: 'Bamboo Straws, set of 6',
    price: 8,
    cost: 4,
    popularity: 2,
    season: 'summer',
    goneDaysAgo: 17,
  },
]

/** Deletes records now and then, so that Recently deleted has rows to show. */
export function tidyUp(
  demo: Demo,
  day: string,
  sales: readonly ReturnType<typeof enterSale>[],
  stamp: Stamp,
): void {
  const { buffer } = demo
  const isDue = (daysAgo: number) => {
    const due = addDays(demo.today, -daysAgo)
    return demo.previousDay < due && due <= day
  }
  for (const { name, goneDaysAgo } of discontinued)
    if (isDue(goneDaysAgo)) retire(demo, name, stamp)
  if (isDue(9)) deletePurchase(buffer, enterTwice(demo, day, stamp), stamp)
  if (isDue(6)) {
    const copies = ['Ada Whitfeld', 'Marcus Bel'].map((name) =>
      enterContact(buffer, 'customers', { name }, stamp.at),
    )
    markDeleted(buffer, copies, stamp)
  }
  if (isDue(4)) {
    const courier = { name: 'Courier', amount: 19, description: 'Entered twice' }
    const expense = enterExpense(buffer, { ...courier, expenseCategoryId: 4 }, stamp.at)
    markDeleted(buffer, [expense], stamp)
  }
  if (isDue(3)) {
    const category = enterCategory(buffer, 'categories', 'Market Stall', stamp.at)
    const costs = enterCategory(buffer, 'expense_categories', 'Market Stall', stamp.at)
    markDeleted(buffer, [category], stamp)
    markDeleted(buffer, [costs], stamp)
  }
  const [, second] = sales
  if (isDue(1) && second !== undefined && second.row.turn === 0) deleteSale(buffer, second, stamp)
}

function retire({ buffer, items }: Demo, name: string, stamp: Stamp): void {
  const item = items.find((candidate) => candidate.name === name)
  const row = buffer.rows.products.find((candidate) => candidate.name === name)
  if (item === undefined || row === undefined) return
  item.gone = true
  markDeleted(buffer, [row], stamp)
}

/** Enters a purchase that stands for a duplicate of an earlier one. */
function enterTwice({ buffer, supplierIds, items }: Demo, day: string, stamp: Stamp) {
  const lines = items.slice(0, 3).map(({ id }) => ({ productId: id, quantity: 12 }))
  const remark = 'Entered twice by mistake'
  return enterPurchase(buffer, { day, supplierId: supplierIds[0] ?? 1, lines, remark }, stamp)
}
