import { lastMonthQuery } from '../pages/dashboard-page'
import { expect } from '../support/fixtures'
import { openPopup } from '../pages/popup'
import { importDialog } from '../pages/import-dialog'
import { fillField, listPage } from '../pages/list-page'
import { salesScreen } from '../pages/list-screens'
import type { ShopApi } from '../support/shop-api'
import { picture } from './picture'
import { wrongTotal } from './picture-shop'

picture('products.webp', {}, async ({ page }) => {
  await page.goto('/product')
  await expect(page.getByRole('cell', { name: 'Green Tea', exact: true })).toBeVisible()
})

picture('product.webp', {}, async ({ page }) => {
  await page.goto('/product?q=beans')
  await openPopup(page, 'Edit', 'dialog')
})

picture('import.webp', { as: 'owner', height: 640 }, async ({ page }) => {
  await page.goto('/product')
  const { open, choose, step, preview, tab, dialog } = importDialog(page, 'products')
  await open()
  const rows = [
    'Product Name;Code;Category;Cost;Price;Stock',
    'Green Tea;;Tea;4;9;',
    'White Tea;5012345678900;Tea;6;14;20',
    'Tea strainer;;Kitchen;3;8;15',
  ]
  await choose(rows.join('\n'), 'teas.csv')
  await expect(step('Match columns')).toBeVisible()
  await preview()
  await tab(/^Changed/).click()
  await expect(dialog.getByRole('cell', { name: /Price/ })).toBeVisible()
})

picture('stock.webp', {}, async ({ page }) => {
  await page.goto('/product?q=tea')
  await openPopup(page, /^Stock of Green Tea/, 'dialog')
  await expect(page.getByText(/Opening/)).toBeVisible()
})

picture('expense.webp', {}, async ({ page }) => {
  await page.goto('/expense')
  await openPopup(page, 'Create', 'dialog')
  const dialog = page.getByRole('dialog')
  await fillField(dialog, 'Name', 'Paper bags')
  await fillField(dialog, 'Amount', '35')
  await fillField(dialog, 'Category', 'Supplies', true)
  await dialog.getByRole('button', { name: 'Save' }).focus()
})

picture('expenses.webp', { dark: true, height: 640 }, async ({ page }) => {
  await page.goto('/expense')
  await openPopup(page, /Today/, 'dialog')
  await page.getByLabel('Quick Date').selectOption('This Month')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('cell', { name: 'Rent', exact: true }).first()).toBeVisible()
  // Move the pointer away from the button: hovering changes its colour.
  await page.mouse.move(0, 0)
})

picture('days.webp', { height: 640 }, async ({ page }) => {
  await page.goto('/expense')
  await expect(page.getByRole('cell', { name: 'Till rolls', exact: true })).toBeVisible()
  await openPopup(page, /Today/, 'dialog')
  await page.getByLabel('Quick Date').selectOption('Last Week')
})

picture('phone.webp', { on: 'small' }, async ({ page }) => {
  await page.goto('/customer')
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible()
})

picture('sales.webp', {}, async ({ page }) => {
  await page.goto(`/sales?${lastMonthQuery}`)
  await expect(page.getByRole('button', { name: 'View' }).nth(3)).toBeVisible()
})

picture('sale.webp', { height: 640 }, async ({ page }) => {
  const list = listPage(page, salesScreen)
  await list.open()
  await list.search('carla')
  await list.row('Carla Cruz').getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: /Details/ })).toBeVisible()
})

picture('delete.webp', { height: 640 }, async ({ page }) => {
  const list = listPage(page, salesScreen)
  await list.open()
  await list.search('carla')
  await list.row('Carla Cruz').getByRole('button', { name: 'Delete' }).click()
  await expect(list.confirm).toBeVisible()
})

picture('undo.webp', { height: 640 }, async ({ page }) => {
  const list = listPage(page, salesScreen)
  await page.goto(`/sales?${lastMonthQuery}`)
  for (const customer of ['Bob Baker', 'Alice Archer']) {
    await list.row(customer).first().getByRole('checkbox').check()
  }
  await list.button('Delete (2)').click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(list.button('Delete (2)')).toHaveCount(0)
})

picture('recently-deleted.webp', { as: 'owner' }, async ({ page, shop }) => {
  await shop.remove(`sales/${await wrongSale(shop)}`)
  await page.goto('/profile')
  const list = page.getByRole('list', { name: 'Deleted records' })
  await expect(list.getByText('Carla Cruz').first()).toBeVisible()
  await page.getByLabel('Show deleted').evaluate((element) => element.scrollIntoView())
  await page.mouse.wheel(0, -110)
})

async function wrongSale(shop: ShopApi) {
  const sales = await shop.list<{ saleId: number; totalAmount: number }>('sales')
  const wrong = sales.find(({ totalAmount }) => totalAmount === wrongTotal)
  if (!wrong) throw new Error('The shop has no sale with the wrong total')
  return wrong.saleId
}
