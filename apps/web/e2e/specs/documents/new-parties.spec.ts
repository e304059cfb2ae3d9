import { createDocumentPage } from '../../pages/create-document-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { enterProduct, uniqueWord } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'cashier' })

for (const [kind, party, size] of [
  ['sales', 'Customer', 'wide'],
  ['purchases', 'Supplier', 'small'],
] as const) {
  test(`a ${party.toLowerCase()} is added over the draft, by keyboard, and chosen @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewportSizes[size])
    const name = uniqueWord()
    await enterProduct(shop, `${name} lamp`)
    const screen = createDocumentPage(page, kind)
    await screen.open()
    await screen.add(`${name} lamp`)
    await screen.partyButton.focus()
    await page.keyboard.type(name)
    await expect(page.getByText('No results.')).toBeVisible()
    const add = page.getByRole('option', { name: `Add "${name}"` })
    await tabTo(page, add)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Add ${party}` })
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)
    await dialog.getByLabel('Phone').fill('020 7946')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(screen.partyButton).toContainText(name)
    await expect(screen.partyButton).toBeFocused()
    await expect(screen.quantity(`${name} lamp`)).toHaveValue('1')
    await page.keyboard.press('Control+Enter')
    await expect(screen.created).toBeVisible()
  })
}

for (const size of ['wide', 'small'] as const) {
  test(`a text with matches is added by arrow key, and a long one keeps its end, on a ${size} screen @long`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewportSizes[size])
    const word = uniqueWord()
    await shop.enter('customers', { name: `${word} Fashola` })
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.partyButton.focus()
    await page.keyboard.type(word)
    const add = page.getByRole('option', { name: `Add "${word}"`, exact: true })
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expect(add).toHaveAttribute('aria-selected', 'true')
    await expect(add).toBeInViewport({ ratio: 1 })
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Customer' })
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(word)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // The dialog returns the focus after it has disappeared. Letters typed before that are lost.
    await expect(screen.partyButton).toBeFocused()

    await page.keyboard.type('x'.repeat(200))
    const long = page.getByRole('option', { name: `Add "${'x'.repeat(200)}"`, exact: true })
    const edge = await long.boundingBox()
    const [text, name, end] = await long.locator('> span').evaluate((part) => {
      const quote = document.createRange()
      quote.selectNodeContents(part.lastChild ?? part)
      const cut = part.querySelector('span')
      return [
        part.getBoundingClientRect().right,
        (cut?.scrollWidth ?? 0) - (cut?.clientWidth ?? 0),
        quote.getBoundingClientRect().right,
      ]
    })
    expect(name).toBeGreaterThan(0)
    for (const right of [text, end]) {
      expect(right).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0) - 12)
    }
  })
}

test('a cancelled or refused party leaves the draft as it is @long', async ({ page, shop }) => {
  const name = uniqueWord()
  await enterProduct(shop, `${name} lamp`)
  const screen = createDocumentPage(page, 'sales')
  await screen.open()
  await screen.add(`${name} lamp`)
  await screen.partyButton.click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name: `Add "${name}"` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Customer' })
  await dialog.getByLabel('Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Invalid email format').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(screen.partyButton).toContainText('Select Customer')
  await expect(screen.partyButton).toBeFocused()
  await expect(screen.quantity(`${name} lamp`)).toHaveValue('1')
})

test('Back closes the dialog and keeps the draft @long', async ({ page, shop }) => {
  const name = uniqueWord()
  await enterProduct(shop, `${name} lamp`)
  const screen = createDocumentPage(page, 'sales')
  await page.goto('/sales')
  await screen.open()
  await screen.add(`${name} lamp`)
  await screen.partyButton.click()
  await page.keyboard.type(name)
  await page.getByRole('option', { name: `Add "${name}"` }).click()
  await expect(page.getByRole('dialog', { name: 'Add Customer' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await screen.expectOpen()
  await expect(screen.quantity(`${name} lamp`)).toHaveValue('1')
})
