import type { DeletedRecord, ResourcePath } from '@stockie/contracts'

export const resourceLabels = {
  customers: { one: 'Customer', many: 'Customers' },
  suppliers: { one: 'Supplier', many: 'Suppliers' },
  categories: { one: 'Category', many: 'Categories' },
  'expense-categories': { one: 'Expense category', many: 'Expense categories' },
  expenses: { one: 'Expense', many: 'Expenses' },
  products: { one: 'Product', many: 'Products' },
  sales: { one: 'Sale', many: 'Sales' },
  purchases: { one: 'Purchase', many: 'Purchases' },
} satisfies Record<ResourcePath, { one: string; many: string }>

/** A sale or a purchase goes by its number: its name is that of the other party. */
export function recordLabel({ resource, id, date }: DeletedRecord) {
  const { one } = resourceLabels[resource]
  return date === null ? one : `${one} ${id}`
}
