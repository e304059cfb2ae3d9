import type { Page } from '@playwright/test'

import { logIn } from '../../pages/login-page'
import { openPopup } from '../../pages/popup'
import {
  draftScreenStates,
  listScreenStates,
  type ScreenState,
  viewportSizes,
} from '../../pages/screen-states'
import { secondFactorCard } from '../../pages/profile/second-factor-card'
import { accounts } from '../../support/accounts'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { colorSchemesOf, longUnless, shortFormOf } from '../../support/long-form'

const staffPath = '/profile?tab=staff'

const screenStates: ScreenState[] = [
  {
    name: 'the login with its messages',
    path: '/auth/login',
    heading: 'Login',
    as: 'anonymous',
    open: async (page) => {
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please enter your email')).toBeVisible()
    },
  },
  {
    name: 'the login with the field for a code',
    path: '/auth/login',
    heading: 'Login',
    as: 'anonymous',
    allowedError: /status of 401/,
    open: async (page) => {
      const type = 'urn:stockie:problem:second-factor-required'
      await page.route('**/api/v1/auth/login', (route) =>
        route.fulfill({ status: 401, json: { type } }),
      )
      await logIn(page, accounts.owner)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please enter the code')).toBeVisible()
    },
  },
  { name: 'the 404 page', path: '/404', heading: /Page Not Found/, as: 'anonymous' },
  { name: 'the 500 page', path: '/500', heading: /went wrong/, as: 'anonymous' },
  { name: 'the 401 page', path: '/', heading: /have permission/, as: 'blocked' },
  {
    name: 'the dashboard',
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
      await openPopup(page, 'Filter Beans', 'dialog')
      await expect(page.getByText('These lines add up to the figures in the table.')).toBeVisible()
    },
  },
  {
    name: 'the daily totals as a table and the explanation of the sales',
    path: '/',
    heading: 'Dashboard',
    as: 'owner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Show as table' }).click()
      await openPopup(page, 'How is this figure made?', 'dialog')
      await expect(page.getByText(/add up to the same line totals/)).toBeVisible()
    },
  },
  { name: 'the users screen', path: '/user', heading: 'User Management', as: 'owner' },
  {
    name: 'the profile with its messages',
    path: '/profile',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change Password' }).click()
      await expect(page.getByText('Please enter a new password')).toBeVisible()
    },
  },
  {
    name: 'the QR code of a second factor',
    path: '/profile',
    heading: 'Profile',
    as: 'owner',
    open: openSetup,
  },
  {
    name: 'the recovery codes of a second factor',
    path: '/profile',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      const recoveryCodes = Array.from({ length: 10 }, (_, index) => `k7mq-t2xw-9rf${index}`)
      await page.route('**/api/v1/auth/second-factor/confirm', (route) =>
        route.fulfill({ json: { recoveryCodes } }),
      )
      const { code, codes } = await openSetup(page)
      await code.fill('123456')
      await code.press('Enter')
      await expect(codes).toHaveCount(10)
    },
  },
  {
    name: 'the proof before new recovery codes with its messages',
    path: '/profile',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await changeUser(page, { secondFactor: true })
      await page.reload()
      await openPopup(page, 'New recovery codes', 'dialog')
      await page.getByRole('button', { name: 'Create codes' }).click()
      await expect(page.getByText('Please enter the code')).toBeVisible()
    },
  },
  {
    name: 'the second factor that the owner requires',
    path: '/',
    heading: 'Second Factor Required',
    as: 'manager',
    setUp: (page) => changeUser(page, { mustSetUpSecondFactor: true }),
  },
  {
    name: 'the form that replaces a one-time password',
    path: '/',
    heading: 'Choose a Password',
    as: 'manager',
    setUp: (page) => changeUser(page, { mustChangePassword: true }),
  },
  {
    name: 'the staff with the menu of an account',
    path: staffPath,
    heading: 'Profile',
    as: 'owner',
    open: (page) => openPopup(page, 'Actions for Samuel Okafor', 'menu'),
  },
  {
    name: 'a new account with its messages',
    path: staffPath,
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await openPopup(page, 'Add account', 'dialog')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Name is required').first()).toBeVisible()
    },
  },
  {
    name: "the shop's settings with a message",
    path: '/profile?tab=shop',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await page.getByLabel('Email').fill('no address')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Invalid email format').first()).toBeVisible()
    },
  },
  {
    name: 'the backups while one is made',
    path: '/profile?tab=backups',
    heading: 'Profile',
    as: 'owner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(
        page.getByText(/is being made|Reading the shop|not begun|was made/),
      ).toBeVisible()
    },
  },
  {
    name: 'the user menu',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    open: (page) => openPopup(page, 'User menu', 'menu'),
  },
  {
    name: 'the theme menu',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    open: (page) => openPopup(page, 'Theme', 'menu'),
  },
  ...listScreenStates,
  ...draftScreenStates,
  {
    name: 'the drawer',
    path: '/user',
    heading: 'User Management',
    as: 'owner',
    on: 'small',
    open: (page) => openPopup(page, 'Open navigation', 'dialog'),
  },
]

/** Lets the check of the session answer another user. */
function changeUser(page: Page, changes: object) {
  return page.route('**/api/v1/auth/verify', async (route) => {
    const response = await route.fetch()
    const { user } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, ...changes } } })
  })
}

async function openSetup(page: Page) {
  const card = secondFactorCard(page)
  await card.turnOn.click()
  await expect(card.qrCode).toBeVisible()
  return card
}

const isInShortForm = shortFormOf(screenStates)

for (const state of screenStates) {
  const { name, path, heading, as, on, allowedError, setUp, open } = state

  test.describe(`${name}${longUnless(isInShortForm(state))}`, () => {
    test.use({ as })

    test('has no accessibility violations in light and dark, wide and narrow', async ({
      page,
      consoleErrors,
    }) => {
      if (allowedError) consoleErrors.allow(allowedError)
      await setUp?.(page)
      for (const size of on ? [viewportSizes[on]] : Object.values(viewportSizes)) {
        await page.setViewportSize(size)
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
        await open?.(page)
        const colorSchemes = colorSchemesOf(state, size)
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme)
          const variant = `${colorScheme}, ${size.width} px`
          // The themes differ only in their colours.
          const rules = colorScheme === colorSchemes[0] ? 'all' : 'colours'
          expect.soft(await findAccessibilityViolations(page, rules), variant).toEqual([])
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect
            .soft(width, `${variant}: the page must not scroll sideways`)
            .toBeLessThanOrEqual(size.width)
        }
        // A changed form would be open again in the next size.
        await page.evaluate(() => sessionStorage.clear())
      }
    })
  })
}
