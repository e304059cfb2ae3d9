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
  { name: 'dashboard', path: '/', heading: 'Dashboard', as: 'owner' },
  { name: 'a screen that is to come', path: '/sales', heading: 'Sales Management', as: 'owner' },
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
          expect.soft(await findBarriers(page), look).toEqual([])
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect.soft(width, `${look}: nothing sticks out`).toBeLessThanOrEqual(size.width)
        }
      }
    })
  })
}

async function openBy(page: Page, button: string, what: 'menu' | 'dialog') {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole(what)).toBeVisible()
}
