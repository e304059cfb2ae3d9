import { createDocumentPage } from '../../pages/create-document-page'
import { enterTestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'manager' })

// @holds spec 1.2, 1.10, 2.112-2.114, 5.29, 9.10
test('a purchase raises the stock on the products screen, and its deletion lowers it again', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  const screen = createDocumentPage(page, 'purchases')
  await page.goto(`/product?q=${goods.word}`)
  const stock = page.getByRole('button', { name: `Stock of ${goods.first.name}` })
  await expect(stock).toHaveText('50')

  await screen.open()
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText([
    'Home',
    'Purchases',
    'Create Purchase',
  ])
  await expect(screen.partyButton).toHaveText('Select Supplier')
  for (const field of [screen.discount, screen.shipping]) await expect(field).toHaveCount(0)
  await screen.chooseParty(goods.party)
  await screen.add(goods.first.name)
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveCount(0)
  await screen.quantity(goods.first.name).fill('10000')
  await expect(screen.line(goods.first.name)).toContainText('More than 9,999: counts as 9,999.')
  await expect(screen.plus(goods.first.name)).toBeDisabled()
  await screen.quantity(goods.first.name).fill('12')
  await expect(page.getByRole('row').last()).toContainText('$180.00')
  await screen.submit.click()
  await expect(screen.created).toBeVisible()
  await expect(screen.empty).toBeVisible()
  expect(await goods.recorded()).toMatchObject([{ totalAmount: 180, remark: null }])

  await page.goto(`/product?q=${goods.word}`)
  await expect(stock).toHaveText('62')
  await page.goto(`/purchase?q=${goods.word}`)
  await page
    .getByRole('row')
    .filter({ hasText: goods.party })
    .getByRole('button', { name: 'Delete' })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Delete' })
  await expect(question).toContainText(
    'Are you sure you want to delete this purchase? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Purchase deleted successfully.')).toBeVisible()
  await page.goto(`/product?q=${goods.word}`)
  await expect(stock).toHaveText('50')
})

// @holds spec 2.115, 5.22-5.24
test('a purchase with missing fields names the first missing one on each submit @long', async ({
  page,
  shop,
}) => {
  const goods = await enterTestGoods(shop, 'purchases')
  const screen = createDocumentPage(page, 'purchases')
  await screen.open()
  await screen.clearDate()
  await screen.submit.click()
  await expect(page.getByText('Please select a supplier.', { exact: true })).toBeVisible()
  await screen.chooseParty(goods.party)
  await screen.submit.click()
  await expect(page.getByText('Please select a date.', { exact: true })).toBeVisible()
  await screen.chooseDay(15)
  await screen.submit.click()
  await expect(
    page.getByText('Please add at least one product to the purchase.', { exact: true }),
  ).toBeVisible()
  expect(await goods.recorded()).toEqual([])
})
