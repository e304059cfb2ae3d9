import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { recordScreens } from '../../pages/record-screens'
import { uniqueWord } from '../../support/shop-api'

function listOf(page: Page, resource: string) {
  const screen = recordScreens.find((one) => one.resource === resource)
  if (!screen) throw new Error(`There is no screen for ${resource}`)
  return listPage(page, screen)
}

const deleted = (page: Page) => page.getByRole('list', { name: 'Deleted records' })

test.describe('as owner', () => {
  test.use({ as: 'owner' })

  // @holds decision 9.6
  test('what one click deleted comes back one by one, or all of it at once', async ({
    page,
    shop,
  }) => {
    const word = uniqueWord()
    for (const number of [1, 2, 3]) await shop.enter('customers', { name: `${word} ${number}` })
    const list = listOf(page, 'customers')
    await list.open()
    await list.search(word)
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await list.button('Delete (3)').click()
    await expect(list.row(word)).toHaveCount(0)

    await page.goto('/profile')
    await page.getByLabel('Show deleted').selectOption('Customers')
    const one = deleted(page).getByRole('button', { name: `Restore Customer ${word} 2` })
    await one.click()
    await expect(page.getByText(`Customer ${word} 2 restored.`)).toBeVisible()
    await expect(one).toHaveCount(0)
    const next = deleted(page).getByRole('button', { name: `Restore Customer ${word} 1` })
    await expect(next).toBeFocused()

    await deleted(page).getByRole('button', { name: 'Restore all 2 customers' }).click()
    await expect(page.getByText('2 customers restored.')).toBeVisible()
    await expect(next).toHaveCount(0)
    await list.open()
    await list.search(word)
    await expect(list.row(word)).toHaveCount(3)
  })

  test('a product that was deleted by mistake comes back with its stock', async ({
    page,
    shop,
  }) => {
    const name = uniqueWord()
    const categoryId = await shop.firstId('categories')
    await shop.enter('products', { name, price: 20, cost: 10, stock: 7, categoryId })
    const list = listOf(page, 'products')
    await list.open()
    await list.search(name)
    await list.row(name).getByRole('button', { name: 'Delete' }).click()
    await list.confirm.getByRole('button', { name: 'Delete' }).click()
    await expect(list.row(name)).toHaveCount(0)

    await page.goto('/profile')
    const row = deleted(page).getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('by Nora Lindqvist')
    await row.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText(`Product ${name} restored.`)).toBeVisible()
    await list.open()
    await list.search(name)
    await expect(list.row(name).getByRole('button', { name: /^Stock of/ })).toHaveText('7')
  })
})

test.describe('as manager', () => {
  test.use({ as: 'manager' })

  // @holds decision 31.2
  test('there is nothing of it, and nobody asks', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/profile')
    await expect(page.getByText('Changing it ends every other session')).toBeVisible()
    await expect(page.getByText('Recently deleted')).toHaveCount(0)
    expect(asked.filter((url) => url.includes('/deleted'))).toEqual([])
  })
})
