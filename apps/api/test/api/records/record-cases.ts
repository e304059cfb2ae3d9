import {
  categories,
  customers,
  expenseCategories,
  expenses,
  products,
  suppliers,
} from '@stockie/contracts'
import { expect } from 'vitest'
import type { CrudCase } from './crud-fixture'

const blank = [undefined, null, '', ' \t\n ']
const notPositiveIntegers = [...blank, 0, -1, 1.5, '1e', 'NaN', true, [], {}]
const unprintable = 'Code may have only unaccented letters, digits, spaces and punctuation'
const notADay = 'Date must be a real day, written yyyy-MM-dd'
const notChosen = [...blank, 0, -1, 1.5, 'x', 2_147_483_648]

const ada = {
  name: 'Ada Fashola',
  email: 'ada@example.com',
  phone: '+44 20 7946 0018',
  address: '12 Quay Street, Bristol',
}
const ben = { name: 'Ben Okoro', email: null, phone: null, address: null }
const contact = {
  id: 'id',
  newestFirst: false,
  created: () => ({
    body: {
      name: '  Ada Fashola ',
      email: ' ada@example.com ',
      phone: ' +44 20 7946 0018',
      address: '12 Quay Street, Bristol\n',
    },
    answer: ada,
    stored: ada,
  }),
  edited: () => ({
    body: { name: ' Ben Okoro', email: '', phone: null, address: '  ' },
    answer: ben,
    stored: ben,
  }),
  optional: ['email', 'phone', 'address'],
  invalid: [
    ['name', blank, 'Name is required'],
    ['email', ['ada', 'ada@', '@example.com', 'a b@example.com', 7], 'Invalid email format'],
  ],
} satisfies Partial<CrudCase>

const category = {
  id: 'id',
  newestFirst: false,
  created: () => ({
    body: { name: ' Stationery ' },
    answer: { name: 'Stationery' },
    stored: { name: 'Stationery' },
  }),
  edited: () => ({
    body: { name: 'Paper\t' },
    answer: { name: 'Paper' },
    stored: { name: 'Paper' },
  }),
  optional: [],
  invalid: [['name', [...blank, 7], 'Category name is required']],
} satisfies Partial<CrudCase>

const expense: CrudCase = {
  path: 'expenses',
  table: 'expenses',
  id: 'id',
  row: expenses.row,
  newestFirst: true,
  created: ({ expenseCategoryId }) => {
    const rent = { name: 'Shop rent', amount: 1200, description: 'November' }
    return {
      body: { name: ' Shop rent ', amount: '1200', description: ' November ', expenseCategoryId },
      answer: {
        ...rent,
        expenseCategoryId,
        expenseCategoryName: 'Rent',
        createdAt: expect.any(String),
        enteredAt: expect.any(String),
        day: expect.any(String),
      },
      stored: { ...rent, expense_category_id: expenseCategoryId },
    }
  },
  edited: ({ expenseCategoryId }) => {
    const power = { name: 'Power', amount: 1, description: null }
    return {
      body: { name: 'Power', amount: 1, description: ' ', expenseCategoryId },
      answer: {
        ...power,
        expenseCategoryId,
        expenseCategoryName: 'Rent',
        createdAt: expect.any(String),
        enteredAt: expect.any(String),
        day: expect.any(String),
      },
      stored: { ...power, expense_category_id: expenseCategoryId },
    }
  },
  optional: ['description'],
  invalid: [
    ['name', blank, 'Expense name is required'],
    ['amount', notPositiveIntegers, 'Amount must be a positive integer'],
    ['expenseCategoryId', notChosen, 'Expense category is required'],
    ['date', [null, '', '2026-02-30', '21.11.2026', 20_261_121], notADay],
  ],
}

const product: CrudCase = {
  path: 'products',
  table: 'products',
  id: 'id',
  row: products.row,
  newestFirst: false,
  created: ({ categoryId }) => {
    const pen = { name: 'Fountain pen', description: 'Fine nib', price: 24, cost: 11, stock: 40 }
    const missing = { code: null, reorderLevel: null }
    return {
      body: {
        ...pen,
        name: ' Fountain pen ',
        description: ' Fine nib ',
        price: '24',
        categoryId,
        reorderTarget: '60',
      },
      answer: { ...pen, categoryId, categoryName: 'Drinks', ...missing, reorderTarget: 60 },
      stored: {
        ...pen,
        category_id: categoryId,
        code: null,
        reorder_level: null,
        reorder_target: 60,
      },
    }
  },
  edited: ({ categoryId }) => {
    const ink = { name: 'Ink', description: null, price: 8, cost: 4, stock: 41, code: null }
    return {
      body: {
        ...ink,
        name: 'Ink ',
        description: '',
        code: ' ',
        baseStock: 40,
        categoryId,
        reorderLevel: 0,
        reorderTarget: ' ',
      },
      answer: {
        ...ink,
        categoryId,
        categoryName: 'Drinks',
        reorderLevel: 0,
        reorderTarget: null,
      },
      stored: { ...ink, category_id: categoryId, reorder_level: 0, reorder_target: null },
    }
  },
  optional: ['description'],
  invalid: [
    ['name', blank, 'Product name is required'],
    ['price', notPositiveIntegers, 'Price must be a positive integer'],
    ['cost', notPositiveIntegers, 'Cost must be a positive integer'],
    ['stock', [...blank, -1, 0.5, 'x'], 'Stock cannot be negative'],
    ['categoryId', notChosen, 'Product category is required'],
    ['code', ['é', 'a\tb'], unprintable],
  ],
}

/** The six resources whose records can be edited. */
export const recordCases: CrudCase[] = [
  { path: 'customers', table: 'customers', row: customers.row, ...contact },
  { path: 'suppliers', table: 'suppliers', row: suppliers.row, ...contact },
  {
    path: 'categories',
    table: 'categories',
    row: categories.row,
    onlyInList: { productCount: 0 },
    ...category,
  },
  {
    path: 'expense-categories',
    table: 'expense_categories',
    onlyInList: { expenseCount: 0 },
    row: expenseCategories.row,
    ...category,
  },
  expense,
  product,
]
