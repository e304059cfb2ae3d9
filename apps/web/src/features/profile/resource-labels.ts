import type { DeletedRecord, RestorablePath } from '@stockie/contracts'

export const resourceLabels = {
  customers: { singular: 'Customer', plural: 'Customers' },
  suppliers: { singular: 'Supplier', plural: 'Suppliers' },
  categories: { singular: 'Category', plural: 'Categories' },
  'expense-categories': { singular: 'Expense category', plural: 'Expense categories' },
  expenses: { singular: 'Expense', plural: 'Expenses' },
  products: { singular: 'Product', plural: 'Products' },
  sales: { singular: 'Sale', plural: 'Sales' },
  purchases: { singular: 'Purchase', plural: 'Purchases' },
  returns: { singular: 'Return', plural: 'Returns' },
  'parked-sales': { singular: 'Parked sale', plural: 'Parked sales' },
} satisfies Record<RestorablePath, { singular: string; plural: string }>

/** A sale, a return or a purchase is named by its number, because its name is the other party's. */
export function recordLabel({ resource, id, date }: DeletedRecord) {
  const { singular } = resourceLabels[resource]
  return date === null ? singular : `${singular} ${id}`
}
