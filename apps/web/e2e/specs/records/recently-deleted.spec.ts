import { expect, test } from '../../support/fixtures'
import { listPage } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { profilePage } from '../../pages/profile/profile-page'
import { recordScreenOf } from '../../pages/record-screens'
import { uniqueWord } from '../../support/shop-api'

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  // @holds decision 9.6
  test('records that were deleted together can be restored one by one or all at once', async ({
    page,
    shop,
  }) => {
    const word = uniqueWord()
    for (const number of [1, 2, 3]) await shop.enter('customers', { name: `${word} ${number}` })
    const list = listPage(page, recordScreenOf('customers'))
    const { deletedRecords } = profilePage(page)
    await list.open()
    await list.search(word)
    await expect(page.getByRole('row')).toHaveCount(4)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await list.button('Delete (3)').click()
    await expect(list.row(word)).toHaveCount(0)

    await page.goto('/profile')
    await page.getByLabel('Show deleted').selectOption('Customers')
    const second = deletedRecords.getByRole('button', { name: `Restore Customer ${word} 2` })
    await second.click()
    await expect(page.getByText(`Customer ${word} 2 restored.`)).toBeVisible()
    await expect(second).toHaveCount(0)
    const next = deletedRecords.getByRole('button', { name: `Restore Customer ${word} 1` })
    await expect(next).toBeFocused()

    await deletedRecords.getByRole('button', { name: 'Restore all 2 customers' }).click()
    await expect(page.getByText('2 customers restored.')).toBeVisible()
    await expect(next).toHaveCount(0)
    await list.open()
    await list.search(word)
    await expect(list.row(word)).toHaveCount(3)
  })

  test('a restored product has its stock again @long', async ({ page, shop }) => {
    const name = uniqueWord()
    const categoryId = await shop.firstId('categories')
    await shop.enter('products', { name, price: 20, cost: 10, stock: 7, categoryId })
    const list = productsPage(page)
    await list.open()
    await list.search(name)
    await list.row(name).getByRole('button', { name: 'Delete' }).click()
    await list.confirm.getByRole('button', { name: 'Delete' }).click()
    // The open dialog hides the rows from roles, so their absence alone says nothing of the answer.
    await expect(page.getByText('Product removed successfully.')).toBeVisible()
    await expect(list.row(name)).toHaveCount(0)

    await page.goto('/profile')
    const row = profilePage(page).deletedRecords.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('by Nora Lindqvist')
    await row.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText(`Product ${name} restored.`)).toBeVisible()
    await list.open()
    await list.search(name)
    await expect(list.stockButton(name)).toHaveText('7')
  })
})

test.describe('as a manager', () => {
  test.use({ as: 'manager' })

  // @holds decision 31.2
  test('the profile neither shows nor requests deleted records', async ({ page }) => {
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await page.goto('/profile')
    await expect(page.getByText('Changing it ends every other session')).toBeVisible()
    await expect(page.getByText('Recently deleted')).toHaveCount(0)
    expect(requestedUrls.filter((url) => url.includes('/deleted'))).toEqual([])
  })
})
