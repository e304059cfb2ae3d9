import { owner } from '../accounts'
import { type Book, known } from '../book'
import { enterCategory, enterContact, enterProduct, markDeleted } from '../records'
import { categories, customers, expenseCategories, products, suppliers } from './e2e-records'

type Row = ReturnType<typeof enterCategory>

/** Rows by name, so that a document can name what it means. */
function byName<Draft extends { name: string }, Entered extends Row>(
  drafts: readonly Draft[],
  enter: (draft: Draft) => Entered,
): Map<string, Entered> {
  return new Map(drafts.map((draft) => [draft.name, enter(draft)]))
}

/** Everything that documents refer to, entered in the morning of the shop's first day. */
export function enterE2eRecords(book: Book, opened: string) {
  const rows = {
    customers: byName(customers, (draft) => enterContact(book, 'customers', draft, opened)),
    suppliers: byName(suppliers, (draft) => enterContact(book, 'suppliers', draft, opened)),
    categories: byName(categories, ({ name }) => enterCategory(book, 'categories', name, opened)),
    expenseCategories: byName(expenseCategories, ({ name }) =>
      enterCategory(book, 'expense_categories', name, opened),
    ),
  }
  const stamp = { at: opened, userId: owner }
  const productRows = byName(products, ({ name, description, price, cost, category, opening }) => {
    const categoryId = known(rows.categories, category).id
    return enterProduct(book, { name, description, price, cost, categoryId }, opening, stamp)
  })
  return { ...rows, products: productRows }
}

/** Deletes what is listed as deleted, kind by kind, after the documents have used it. */
export function deleteE2eRecords(
  book: Book,
  rows: ReturnType<typeof enterE2eRecords>,
  at: string,
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
    const found = deleted.map(({ name }) => known<string, Row>(entered, name))
    markDeleted(book, found, { at, userId: owner })
  }
}
