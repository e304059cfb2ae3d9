import {
  categories,
  customers,
  expenseCategories,
  expenses,
  products,
  purchases,
  sales,
  suppliers,
} from '@stockie/contracts'
import type { z } from 'zod'
import { purchaseKind, saleKind } from '#test/documents'
import type { TestShop } from '#test/test-shop'

export type Body = Record<string, unknown>

/** What the suite of the shared calls needs to know of a resource. */
export type ResourceCase = {
  path: string
  table: string
  id: 'id' | 'saleId' | 'purchaseId'
  row: z.ZodType<Body>
  order: 'as entered' | 'newest first'
  body: (shop: TestShop) => Body
  /** What a PUT brings; documents have none. */
  edited?: Body
  /** Fields of the answer that are columns of the row. */
  stored: string[]
  optionalTexts: string[]
  /** One field, a value that breaks it, and what the specification says then. */
  refusals: [field: string, value: unknown, message: string][]
}

const contact = {
  id: 'id',
  order: 'as entered',
  body: () => ({ name: 'Bea Osei', email: 'bea@example.com', phone: '1 2', address: 'Quay 1' }),
  edited: { name: 'Bea Mensah', email: null, phone: '3 4', address: 'Quay 2' },
  stored: ['name', 'email', 'phone', 'address'],
  optionalTexts: ['email', 'phone', 'address'],
  refusals: [
    ['name', undefined, 'Name is required'],
    ['name', ' \n', 'Name is required'],
    ['name', 'x'.repeat(201), 'Name must have at most 200 characters'],
    ['email', 'bea', 'Invalid email format'],
  ],
} satisfies Partial<ResourceCase>

const category = {
  id: 'id',
  order: 'as entered',
  body: () => ({ name: 'Spices' }),
  edited: { name: 'Herbs' },
  stored: ['name'],
  optionalTexts: [],
  refusals: [
    ['name', null, 'Category name is required'],
    ['name', '  ', 'Category name is required'],
  ],
} satisfies Partial<ResourceCase>

const expense: ResourceCase = {
  path: 'expenses',
  table: 'expenses',
  id: 'id',
  row: expenses.row,
  order: 'newest first',
  body: ({ expenseCategoryId }) => ({
    name: 'Shop rent',
    amount: 1200,
    description: 'November',
    expenseCategoryId,
  }),
  edited: { name: 'Shop rent, raised', amount: 1300, description: null },
  stored: ['name', 'amount', 'description', 'expenseCategoryId'],
  optionalTexts: ['description'],
  refusals: [
    ['name', '', 'Expense name is required'],
    ['amount', 0, 'Amount must be a positive integer'],
    ['amount', 1.5, 'Amount must be a positive integer'],
    ['amount', 'much', 'Amount must be a positive integer'],
    ['expenseCategoryId', '', 'Expense category is required'],
    ['expenseCategoryId', 2_147_483_648, 'Expense category is required'],
    ['expenseCategoryId', 2_147_483_647, 'There is no such expense category.'],
  ],
}

const product: ResourceCase = {
  path: 'products',
  table: 'products',
  id: 'id',
  row: products.row,
  order: 'as entered',
  body: ({ categoryId }) => ({
    name: 'Fountain pen',
    description: 'Fine nib',
    price: 24,
    cost: 11,
    stock: 40,
    categoryId,
  }),
  edited: { name: 'Pen', description: null, price: 25, cost: 12, stock: 41 },
  stored: ['name', 'description', 'price', 'cost', 'stock', 'categoryId'],
  optionalTexts: ['description'],
  refusals: [
    ['name', '', 'Product name is required'],
    ['price', -1, 'Price must be a positive integer'],
    ['cost', 0, 'Cost must be a positive integer'],
    ['stock', -1, 'Stock cannot be negative'],
    ['categoryId', null, 'Product category is required'],
    ['categoryId', 2_147_483_648, 'Product category is required'],
    ['categoryId', 2_147_483_647, 'There is no such category.'],
  ],
}

const sale: ResourceCase = {
  path: 'sales',
  table: 'sales',
  id: 'saleId',
  row: sales.row,
  order: 'newest first',
  body: (shop) => saleKind.body(shop, [{ productId: shop.products[0] }], { remark: 'Gift wrap' }),
  stored:
    'customerId customerName saleDate subtotal discount shippingFees totalAmount remark'.split(' '),
  optionalTexts: ['remark'],
  refusals: [
    ['customerId', null, 'Please select a customer.'],
    ['customerId', 2_147_483_648, 'Please select a customer.'],
    ['saleDate', '', 'Please select a date.'],
    ['saleDetails', [], 'Please add at least one product.'],
  ],
}

const purchase: ResourceCase = {
  path: 'purchases',
  table: 'purchases',
  id: 'purchaseId',
  row: purchases.row,
  order: 'newest first',
  body: (shop) => purchaseKind.body(shop, [{ productId: shop.products[0] }], { remark: 'By bike' }),
  stored: ['supplierId', 'supplierName', 'purchaseDate', 'totalAmount', 'remark'],
  optionalTexts: ['remark'],
  refusals: [
    ['supplierId', undefined, 'Please select a supplier.'],
    ['supplierId', 2_147_483_648, 'Please select a supplier.'],
    ['purchaseDate', null, 'Please select a date.'],
    ['purchaseDetails', [], 'Please add at least one product to the purchase.'],
  ],
}

export const resources: ResourceCase[] = [
  { path: 'customers', table: 'customers', row: customers.row, ...contact },
  { path: 'suppliers', table: 'suppliers', row: suppliers.row, ...contact },
  { path: 'categories', table: 'categories', row: categories.row, ...category },
  {
    path: 'expense-categories',
    table: 'expense_categories',
    row: expenseCategories.row,
    ...category,
  },
  expense,
  product,
  sale,
  purchase,
]
