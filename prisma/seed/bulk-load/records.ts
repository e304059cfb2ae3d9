import type { RowBuffer } from './row-buffer'
import type { Stamp } from './ledger'
import type { Value } from './tables'

export interface ContactDraft {
  name: string
  email?: string
  phone?: string
  address?: string
}

export interface ProductDraft {
  name: string
  description?: string | undefined
  price: number
  cost: number
  categoryId: number
  code?: string
}

export interface ExpenseDraft {
  name: string
  amount: number
  description?: string | undefined
  expenseCategoryId: number
}

/** The time columns of a new record, which is neither edited nor deleted. */
export function enteredAt(at: string) {
  const notDeleted = { deleted_at: null, deleted_by_id: null, deletion_batch: null }
  return { created_at: at, updated_at: at, ...notDeleted }
}

export function enterContact(
  buffer: RowBuffer,
  table: 'customers' | 'suppliers',
  { name, email, phone, address }: ContactDraft,
  at: string,
) {
  const contact = { name, email: email ?? null, phone: phone ?? null, address: address ?? null }
  const row = { id: buffer.nextId(table), ...contact, ...enteredAt(at) }
  buffer.rows[table].push(row)
  buffer.contacts[table].set(row.id, name)
  return row
}

export function enterCategory(
  buffer: RowBuffer,
  table: 'categories' | 'expense_categories',
  name: string,
  at: string,
) {
  const row = { id: buffer.nextId(table), name, ...enteredAt(at) }
  buffer.rows[table].push(row)
  return row
}

export function enterExpense(buffer: RowBuffer, expense: ExpenseDraft, at: string) {
  const { name, amount, description, expenseCategoryId } = expense
  const row = {
    id: buffer.nextId('expenses'),
    name,
    amount,
    description: description ?? null,
    expense_category_id: expenseCategoryId,
    entered_at: at,
    ...enteredAt(at),
  }
  buffer.rows.expenses.push(row)
  return row
}

/** Enters a product. Its opening stock becomes its first row in the ledger. */
export function enterProduct(
  buffer: RowBuffer,
  product: ProductDraft,
  stock: number,
  stamp: Stamp,
) {
  const { name, description, price, cost, categoryId, code } = product
  const row = {
    id: buffer.nextId('products'),
    name,
    description: description ?? null,
    price,
    cost,
    category_id: categoryId,
    code: code ?? null,
    ...enteredAt(stamp.at),
  }
  buffer.rows.products.push(row)
  buffer.products.set(row.id, { name, price, cost })
  if (stock !== 0) buffer.ledger.post({ reason: 'opening' }, new Map([[row.id, stock]]), stamp)
  return row
}

interface Deletable {
  deleted_at: Value
  deleted_by_id: Value
  deletion_batch: Value
}

/** Marks records as deleted together, in one batch. */
export function markDeleted(buffer: RowBuffer, records: readonly Deletable[], stamp: Stamp): void {
  const number = String(buffer.nextId('batch')).padStart(12, '0')
  for (const record of records) {
    record.deleted_at = stamp.at
    record.deleted_by_id = stamp.userId
    record.deletion_batch = `00000000-0000-4000-8000-${number}`
  }
}
