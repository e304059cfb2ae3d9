import { expect } from './fixtures'
import type { Look } from './look'
import { openBy } from './open-by'

export const listLooks: Look[] = [
  ...['customer', 'supplier', 'category', 'expense-category'].map((name): Look => ({
    name: `the ${name} screen with its dialog`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/ame is required/)).toBeVisible()
    },
  })),
  ...['customer', 'supplier', 'category', 'expense-category'].map((name): Look => ({
    name: `the ${name} screen`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: (page) => expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible(),
  })),
  {
    name: 'a new expense',
    path: '/expense',
    heading: 'Expense Management',
    as: 'cashier',
    open: (page) => openBy(page, 'Create', 'dialog'),
  },
  { name: 'products', path: '/product', heading: 'Product Management', as: 'cashier' },
  {
    name: 'a product being edited',
    path: '/product?q=pumpkin',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openBy(page, 'Edit', 'dialog'),
  },
  {
    name: 'the question before a delete',
    path: '/product?q=pumpkin',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openBy(page, 'Delete', 'alertdialog'),
  },
  {
    name: 'what moved a stock',
    path: '/product?q=green',
    heading: 'Product Management',
    as: 'cashier',
    open: async (page) => {
      await openBy(page, /^Stock of/, 'dialog')
      await expect(page.getByText(/Opening/)).toBeVisible()
    },
  },
  {
    name: 'the category facet',
    path: '/product?category=Tea',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openBy(page, /^Category Tea/, 'dialog'),
  },
  {
    name: 'the columns of a list',
    path: '/product',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openBy(page, 'View', 'menu'),
  },
  {
    name: 'the sort of a list',
    path: '/product?sort=-stock',
    heading: 'Product Management',
    as: 'cashier',
    open: (page) => openBy(page, 'Product Name', 'menu'),
  },
  {
    name: 'expenses and the picker of their days',
    path: '/expense',
    heading: 'Expense Management',
    as: 'cashier',
    open: async (page) => {
      await openBy(page, /Today/, 'dialog')
      await page.getByRole('button', { name: /From Date/ }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  ...['sales', 'purchase'].map((name): Look => ({
    name: `the ${name} list with one of them open`,
    path: `/${name}`,
    heading: /Management/,
    as: 'cashier',
    open: async (page) => {
      await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
      await expect(page.getByRole('dialog', { name: /Details/ })).toBeVisible()
    },
  })),
]
