import { cashier, enterAccounts, manager, owner } from '../accounts'
import { type RowBuffer, requireEntry, type ShopPlan } from '../bulk-load/row-buffer'
import {
  adjustStock,
  deletePurchase,
  deleteSale,
  enterPurchase,
  enterSale,
} from '../bulk-load/documents'
import {
  enterCategory,
  enterContact,
  enterExpense,
  enterProduct,
  markDeleted,
} from '../bulk-load/records'
import { addDays, toTimestamp } from '../days'
import { e2eDays } from './e2e-days'
import { adjustments, expenses, purchases, sales } from './e2e-documents'
import { categories, customers, expenseCategories, products, suppliers } from './e2e-records'

type Row = ReturnType<typeof enterCategory>

/** The entered rows by name, so that documents can refer to them by name. */
function byName<Draft extends { name: string }, Entered extends Row>(
  drafts: readonly Draft[],
  enter: (draft: Draft) => Entered,
): Map<string, Entered> {
  return new Map(drafts.map((draft) => [draft.name, enter(draft)]))
}

/** Enters all records that documents refer to, in the morning of the shop's first day. */
function enterE2eRecords(buffer: RowBuffer, opened: string) {
  const rows = {
    customers: byName(customers, (draft) => enterContact(buffer, 'customers', draft, opened)),
    suppliers: byName(suppliers, (draft) => enterContact(buffer, 'suppliers', draft, opened)),
    categories: byName(categories, ({ name }) => enterCategory(buffer, 'categories', name, opened)),
    expenseCategories: byName(expenseCategories, ({ name }) =>
      enterCategory(buffer, 'expense_categories', name, opened),
    ),
  }
  const stamp = { at: opened, userId: owner }
  const productRows = byName(products, ({ name, description, price, cost, category, opening }) => {
    const categoryId = requireEntry(rows.categories, category).id
    return enterProduct(buffer, { name, description, price, cost, categoryId }, opening, stamp)
  })
  return { ...rows, products: productRows }
}

/** Deletes the records marked as deleted, one batch per table. The documents must have used them before. */
function deleteE2eRecords(
  buffer: RowBuffer,
  rows: ReturnType<typeof enterE2eRecords>,
  deletedAt: string,
): void {
  const lists = [
    [customers, rows.customers],
    [suppliers, rows.suppliers],
    [categories, rows.categories],
    [expenseCategories, rows.expenseCategories],
    [products, rows.products],
  ] as const
  for (const [drafts, entered] of lists) {
    const deleted = drafts.filter((draft) => draft.deleted)
    const found = deleted.map(({ name }) => requireEntry<string, Row>(entered, name))
    markDeleted(buffer, found, { at: deletedAt, userId: owner })
  }
}

/** A small shop with known figures: see e2e.md. */
export function enterE2eShop(buffer: RowBuffer, { today }: ShopPlan) {
  const days = e2eDays(today)
  const opened = toTimestamp(addDays(days.lastYear, -1), 8 * 60)
  enterAccounts(buffer, opened)
  const rows = enterE2eRecords(buffer, opened)
  const clock = startClock(opened)
  for (const [label, day] of Object.entries(days)) {
    for (const { party, lines, remark, deleted } of purchases.filter(
      (entry) => entry.day === label,
    )) {
      const draft = { day, lines: toLines(rows.products, lines), remark }
      const supplierId = requireEntry(rows.suppliers, party).id
      const stamp = { at: clock(day), userId: manager }
      const purchase = enterPurchase(buffer, { ...draft, supplierId }, stamp)
      if (deleted) deletePurchase(buffer, purchase, stamp)
    }
    for (const { party, lines, deleted, ...sale } of sales.filter((entry) => entry.day === label)) {
      const draft = { ...sale, day, lines: toLines(rows.products, lines) }
      const customerId = requireEntry(rows.customers, party).id
      const stamp = { at: clock(day), userId: cashier }
      const entered = enterSale(buffer, { ...draft, customerId }, stamp)
      if (deleted) deleteSale(buffer, entered, { ...stamp, userId: manager })
    }
  }
  for (const { product, delta } of adjustments) {
    const stamp = { at: clock(today), userId: manager }
    adjustStock(buffer, requireEntry(rows.products, product).id, delta, 'correction', stamp)
  }
  for (const { day, minute, category, deleted, ...expense } of expenses) {
    const expenseCategoryId = requireEntry(rows.expenseCategories, category).id
    const row = enterExpense(
      buffer,
      { ...expense, expenseCategoryId },
      toTimestamp(days[day], minute),
    )
    if (deleted) markDeleted(buffer, [row], { at: clock(today), userId: manager })
  }
  deleteE2eRecords(buffer, rows, clock(today))
  return []
}

/**
 * Returns a clock that starts at midnight and advances one minute per entry. So all entries are in the
 * past, except in the first half hour of a day, and the entries of tests sort after them. It never goes
 * backwards: on the 1st of a month, yesterday's entries are made after those of `firstOfMonth`.
 */
function startClock(opened: string): (day: string) => string {
  let minute = 0
  let last = opened
  return (day) => {
    minute += 1
    const moment = toTimestamp(day, minute)
    if (moment > last) last = moment
    return last
  }
}

function toLines(
  productRows: ReadonlyMap<string, { id: number }>,
  lines: readonly (readonly [string, number])[],
) {
  return lines.map(([name, quantity]) => ({
    productId: requireEntry(productRows, name).id,
    quantity,
  }))
}
