import { createScreen } from './create-screen'
import { expect } from './fixtures'
import type { Look } from './look'

export const draftLooks: Look[] = [
  {
    name: 'a new sale, and who it can be for',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      await createScreen(page, 'sales').partyButton.click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'the search of products, over lines that are marked',
    path: '/sales/create',
    heading: 'Create Sales',
    as: 'cashier',
    open: async (page) => {
      const screen = createScreen(page, 'sales')
      const old = [
        { productId: 1, name: 'Espresso Beans', price: 18, quantity: 2 },
        { productId: 9999, name: 'Sold no more', price: 5, quantity: 1 },
      ]
      await page.evaluate((lines) => localStorage.setItem('sales', JSON.stringify(lines)), old)
      await page.reload()
      await expect(page.getByText('This product was deleted.')).toBeVisible()
      await screen.search.fill('mug')
      await expect(screen.option('Pumpkin')).toBeVisible()
    },
  },
  {
    name: 'a purchase that could not be recorded',
    path: '/purchase/create',
    heading: 'Create Purchase',
    as: 'cashier',
    complaint: /net::ERR_/,
    open: async (page) => {
      const screen = createScreen(page, 'purchases')
      await page.route('**/api/v1/purchases', (route) => route.abort())
      await screen.partyButton.click()
      await page.getByRole('option').first().click()
      await screen.add('Kettle')
      await screen.submit.click()
      await expect(page.getByText(/Sending it again/)).toBeVisible()
    },
  },
]
