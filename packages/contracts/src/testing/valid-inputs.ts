import { categories } from '../records/categories'
import { customers } from '../records/customers'
import { expenseCategories } from '../records/expense-categories'
import { expenses } from '../records/expenses'
import { daySheets } from '../documents/day-sheets'
import { parkedSales } from '../documents/parked-sales'
import { products } from '../records/products'
import { purchases } from '../documents/purchases'
import { sales } from '../documents/sales'
import { suppliers } from '../records/suppliers'

const contact = {
  name: 'Ada Fashola',
  email: 'ada@example.com',
  phone: '+44 20 7946 0018',
  address: '12 Quay Street, Bristol',
}

const product = {
  name: 'Fountain pen',
  description: 'Fine nib, blue',
  price: 24,
  cost: 11,
  stock: 40,
  categoryId: 1,
  code: '4006381333931',
  reorderLevel: 12,
  reorderTarget: 60,
}

export const sale = {
  customerId: 1,
  saleDate: '2026-11-21',
  totalAmount: 69.5,
  discount: 5.75,
  shippingFees: 3.25,
  remark: 'Gift wrap',
  saleDetails: [
    { productId: 1, price: 24, quantity: 2, total: 48 },
    { productId: 2, price: 8, quantity: 3, total: 24 },
  ],
}

const parkedSale = {
  name: 'Blue jacket',
  customerId: 1,
  discount: 5.75,
  shippingFees: 3.25,
  remark: 'Gift wrap',
  saleDetails: sale.saleDetails,
}

const cashCount = {
  date: '2026-11-21',
  openingFloat: 100,
  counted: {
    pieces: [
      { value: 0.05, count: 10 },
      { value: 20, count: 14 },
    ],
  },
  paidOtherwise: 50.25,
  takenOut: [{ amount: 20, reason: 'Window cleaner' }],
  remark: 'One note was torn',
}

export const purchase = {
  supplierId: 1,
  totalAmount: 118,
  purchaseDate: '2026-11-21',
  remark: 'By courier',
  purchaseDetails: [
    { productId: 1, price: 11, quantity: 10, total: 110 },
    { productId: 2, price: 4, quantity: 2, total: 8 },
  ],
}

/** Test data: the input schemas of every resource, each with an input that it accepts. */
export const validInputs = [
  { name: 'customers', schema: customers.input, valid: contact },
  { name: 'suppliers', schema: suppliers.input, valid: contact },
  { name: 'categories', schema: categories.input, valid: { name: 'Stationery' } },
  { name: 'expense-categories', schema: expenseCategories.input, valid: { name: 'Rent' } },
  {
    name: 'expenses',
    schema: expenses.input,
    valid: {
      name: 'Shop rent',
      amount: 1200,
      description: 'November',
      expenseCategoryId: 1,
      date: '2026-11-21',
    },
  },
  { name: 'products', schema: products.input, valid: product },
  {
    name: 'products (PUT)',
    schema: products.updateInput,
    valid: {
      ...product,
      stock: 41,
      baseStock: 40,
      stockReason: 'found',
      stockNote: 'Behind the shelf',
    },
  },
  { name: 'sales', schema: sales.input, valid: sale },
  { name: 'purchases', schema: purchases.input, valid: purchase },
  { name: 'parked-sales', schema: parkedSales.input, valid: parkedSale },
  { name: 'day-sheets', schema: daySheets.input, valid: cashCount },
]
