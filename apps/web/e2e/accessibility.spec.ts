import type { Page } from '@playwright/test'

import type { Who } from './accounts'
import { findBarriers } from './find-barriers'
import { expect, test } from './fixtures'

const wide = { width: 1280, height: 800 }
const small = { width: 390, height: 844 }

interface Look {
  name: string
  path: string
  heading: string | RegExp
  as: Who | 'nobody'
  sizes?: (typeof wide)[]
  /** What a person does before the look. */
  open?: (page: Page) => Promise<unknown>
}

const looks: Look[] = [
  {
    name: 'login with its messages',
    path: '/auth/login',
    heading: 'Login',
    as: 'nobody',
    open: async (page) => {
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please enter your email')).toBeVisible()
    },
  },
  { name: '404', path: '/404', heading: /Page Not Found/, as: 'nobody' },
  { name: '500', path: '/500', heading: /went wrong/, as: 'nobody' },
  { name: '401', path: '/', heading: /have permission/, as: 'blocked' },
  {
    name: 'dashboard',
    path: '/',
    heading: 'Dashboard',
    as: 'owner',
    open: (page) => expect(page.getByRole('application')).toBeVisible(),
  },
  {
    name: 'the lines of a product',
    path: '/?q=beans',
    heading: 'Dashboard',
    as: 'owner',
    open: async (page) => {
      await openBy(page, 'Filter Beans', 'dialog')
      await expect(page.getByText('These lines make the figures of the table.')).toBeVisible()
    },
  },
  {
    name: 'the days in figures, and how the sales are made',
    path: '/',
    heading: 'Dashboard',
    as: 'owner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Show as table' }).click()
      await openBy(page, 'How is this figure made?', 'dialog')
      await expect(page.getByText(/come to the same line totals/)).toBeVisible()
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
  { name: 'users', path: '/user', heading: 'User Management', as: 'owner' },
  {
    name: 'profile with its messages',
    path: '/profile',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change Password' }).click()
      await expect(page.getByText('Please enter a new password')).toBeVisible()
    },
  },
  {
    name: 'the user menu',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    open: (page) => openBy(page, 'User menu', 'menu'),
  },
  {
    name: 'the theme menu',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    open: (page) => openBy(page, 'Theme', 'menu'),
  },
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
  {
    name: 'the drawer',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    sizes: [small],
    open: (page) => openBy(page, 'Open navigation', 'dialog'),
  },
]

for (const { name, path, heading, as, sizes = [wide, small], open } of looks) {
  test.describe(name, () => {
    test.use({ as })

    test('has no barriers, light or dark, wide or narrow', async ({ page }) => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        await open?.(page)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
          const look = `${colorScheme}, ${size.width} px`
          // Only the colours are others in the dark.
          const what = colorScheme === 'dark' ? 'colours' : 'everything'
          expect.soft(await findBarriers(page, what), look).toEqual([])
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect.soft(width, `${look}: nothing sticks out`).toBeLessThanOrEqual(size.width)
        }
      }
    })
  })
}

async function openBy(
  page: Page,
  button: string | RegExp,
  what: 'menu' | 'dialog' | 'alertdialog',
) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole(what)).toBeVisible()
}
