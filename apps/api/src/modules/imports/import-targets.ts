import {
  categories,
  customers,
  expenseCategories,
  expenses,
  type ImportResource,
  products,
  suppliers,
} from '@stockie/contracts'
import type { z } from 'zod'
import type { RecordTable } from '#src/database/sql/deletion-and-restore'

type Column = { name: string; type: 'text' | 'integer' }

/** The facts that an import needs of a kind of records. */
export type ImportTarget = {
  table: RecordTable
  input: z.ZodType
  /** The fields that are columns of the table. A category is one by its id. */
  columns: Record<string, Column>
  category?: { table: 'categories' | 'expense_categories'; idField: string; nameField: string }
  hasStock?: boolean
  hasCode?: boolean
  /** Rows are only added. Those that equal an existing record are unchanged. */
  isAddedOnly?: boolean
}

const text = (name: string): Column => ({ name, type: 'text' })
const integer = (name: string): Column => ({ name, type: 'integer' })

const contactColumns = {
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
  address: text('address'),
}

export const importTargets: Record<ImportResource, ImportTarget> = {
  products: {
    table: 'products',
    input: products.input,
    columns: {
      name: text('name'),
      code: text('code'),
      categoryId: integer('category_id'),
      cost: integer('cost'),
      price: integer('price'),
      description: text('description'),
      reorderLevel: integer('reorder_level'),
      reorderTarget: integer('reorder_target'),
    },
    category: { table: 'categories', idField: 'categoryId', nameField: 'categoryName' },
    hasStock: true,
    hasCode: true,
  },
  customers: { table: 'customers', input: customers.input, columns: contactColumns },
  suppliers: { table: 'suppliers', input: suppliers.input, columns: contactColumns },
  categories: { table: 'categories', input: categories.input, columns: { name: text('name') } },
  'expense-categories': {
    table: 'expense_categories',
    input: expenseCategories.input,
    columns: { name: text('name') },
  },
  expenses: {
    table: 'expenses',
    input: expenses.input,
    columns: {
      name: text('name'),
      amount: integer('amount'),
      description: text('description'),
      expenseCategoryId: integer('expense_category_id'),
    },
    category: {
      table: 'expense_categories',
      idField: 'expenseCategoryId',
      nameField: 'expenseCategoryName',
    },
    isAddedOnly: true,
  },
}
