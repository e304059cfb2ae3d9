import { openPopup } from '../pages/popup'
import { saleReturns } from '../pages/sale-returns'
import { fillField } from '../pages/list-page'
import { expect } from '../support/fixtures'
import { picture } from './picture'

picture('return.webp', {}, async ({ page }) => {
  const { returnItems, form, quantity, restock, remark, total } = saleReturns(page)
  await page.goto('/sales')
  await page
    .getByRole('row')
    .filter({ hasText: 'Carla Cruz' })
    .getByRole('button', { name: 'View' })
    .click()
  await returnItems.click()
  await quantity('Pumpkin Mug').fill('2')
  await restock('Pumpkin Mug').uncheck()
  await remark.fill('Cracked')
  await expect(total).toHaveText('$28.00')
  await form.getByRole('button', { name: 'Record return' }).focus()
})

picture('day-sheet.webp', { height: 960 }, async ({ page }) => {
  await page.goto('/sales')
  await openPopup(page, 'Day sheet', 'dialog')
  const sheet = page.getByRole('dialog', { name: 'Day sheet' })
  await expect(sheet.getByText(/^Agrees with the dashboard/)).toBeVisible()
})

picture('count.webp', {}, async ({ page }) => {
  await page.goto('/sales')
  await openPopup(page, 'Day sheet', 'dialog')
  await page.getByRole('button', { name: 'Count cash' }).click()
  const form = page.getByRole('dialog', { name: 'Count cash' })
  await fillField(form, 'Opening float', '100')
  await fillField(form, 'Paid by card and otherwise', '120')
  await form.getByRole('radio', { name: 'By coins and notes' }).check()
  for (const [piece, number] of Object.entries({ $100: '14', $50: '4', $20: '6', $10: '2' })) {
    await fillField(form, piece, number)
  }
  await expect(form.getByText(/^(short|over) by/)).toBeVisible()
})
