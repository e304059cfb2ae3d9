import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { drawLogo } from '../../support/drawn-logo'
import { expect, test } from '../../support/fixtures'

const tab = '/profile?tab=shop'

/** A PNG of 2 x 2 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGPgj3EGIob/YAAAItcHV6nsEYwAAAAASUVORK5CYII='
const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }

const settings = {
  name: null,
  address: null,
  phone: null,
  email: null,
  taxNumber: null,
  slipFooter: null,
  slipWidth: '80mm',
}

// All tests of a worker share the shop.
test.afterEach(async ({ shop }) => {
  await shop.update('shop', settings)
  await shop.remove('shop/logo')
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${size.width} px`, () => {
    test.use({ as: 'owner', viewport: size })

    test(`an owner enters what slips say of the shop, by keyboard @long`, async ({ page }) => {
      await page.goto(tab)
      await field(page, 'Name').focus()
      const typed = ['Harbour Coffee', '12 Quay Street\nBristol', '+44 20 7946 0018']
      for (const text of [...typed, 'shop@example.com', 'GB 123', 'Thank you!\nBye.']) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('A')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(appShell(page).toast(/^Settings saved\./)).toBeVisible()
      await page.reload()
      await expect(field(page, 'Name')).toHaveValue('Harbour Coffee')
      await expect(field(page, 'Address')).toHaveValue('12 Quay Street\nBristol')
      await expect(field(page, 'Slip footer')).toHaveValue('Thank you!\nBye.')
      await expect(field(page, 'Slip width')).toHaveValue('A4')
    })
  })
}

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('a refused setting is marked at its field, and what was typed survives a reload @long', async ({
    page,
  }) => {
    await page.goto(tab)
    await field(page, 'Email').fill('no address')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Invalid email format').first()).toBeVisible()
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('no address')
    await field(page, 'Email').fill('')
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('')
  })

  test('what another owner saves meanwhile appears, and stays if this one saves another field @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 412/)
    await page.goto(tab)
    await expect(field(page, 'Name')).toHaveValue('')
    await shop.update('shop', { name: 'Harbour Coffee' })
    await expect(field(page, 'Name')).toHaveValue('Harbour Coffee', { timeout: 20_000 })
    await field(page, 'Phone').fill('0117 496 0018')
    await shop.update('shop', { taxNumber: 'GB 123' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(appShell(page).toast(/^Settings saved\./)).toBeVisible()
    await expect(field(page, 'Tax number')).toHaveValue('GB 123')
    await expect(field(page, 'Phone')).toHaveValue('0117 496 0018')
  })

  test('an owner chooses a logo, removes it and takes that back @long', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 422/)
    await page.goto(tab)
    await expect(page.getByText('The shop has no logo yet.')).toBeVisible()
    const input = page.getByLabel('Logo file')
    await input.setInputFiles({ ...logo, name: 'logo.svg', mimeType: 'image/svg+xml' })
    await expect(page.getByText('The logo must be a PNG or a JPEG.')).toBeVisible()
    await input.setInputFiles({ ...logo, buffer: Buffer.alloc(600_000) })
    await expect(page.getByText('The logo must have at most 512 kB.')).toBeVisible()
    await input.setInputFiles({ ...logo, buffer: Buffer.from('no picture') })
    await expect(page.getByText('The logo must be a PNG or a JPEG.')).toBeVisible()

    await input.setInputFiles(logo)
    await expect(appShell(page).toast(/^Logo saved\./)).toBeVisible()
    const picture = page.getByRole('img', { name: 'Logo of the shop' })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(2)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect(picture).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(picture).toBeVisible()
  })
})

for (const width of [1280, 390]) {
  test.describe(`${width} px, as the owner`, () => {
    test.use({ as: 'owner', viewport: { width, height: 844 } })

    test('a logo that is larger than its frame is shown whole inside it @long', async ({
      page,
    }) => {
      await page.goto(tab)
      await page.getByLabel('Logo file').setInputFiles(await drawLogo(page))
      const picture = page.getByRole('img', { name: 'Logo of the shop' })
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(240)
      const isInside = await picture.evaluate((image) => {
        const inner = image.getBoundingClientRect()
        const frame = (image.parentElement ?? image).getBoundingClientRect()
        return inner.top > frame.top && inner.bottom < frame.bottom && inner.right < frame.right
      })
      expect(isInside).toBe(true)
    })
  })
}

test.describe('as a manager', () => {
  test.use({ as: 'manager' })

  test('only the owner sees the settings of the shop @long', async ({ page }) => {
    await page.goto(tab)
    await expect(page.getByText('Your account, and how you sign in.')).toBeVisible()
    await expect(field(page, 'Slip footer')).toHaveCount(0)
  })
})
