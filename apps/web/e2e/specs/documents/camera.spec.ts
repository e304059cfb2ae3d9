import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { createDocumentPage } from '../../pages/create-document-page'
import { fillField } from '../../pages/list-page'
import { productsPage } from '../../pages/products-page'
import { scanDialog } from '../../pages/scan-dialog'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { type Shot, writeFilm } from '../../support/barcodes/barcode-film'
import { expect, test as base } from '../../support/fixtures'
import { enterProduct, type ShopApi, uniqueWord } from '../../support/shop-api'

const codes = {
  ean: '4012345678901',
  text: 'Shelf-7b',
  upc: '036000291452',
  qr: 'QR lamp #12',
  unknown: '4098765432101',
}

const pause: Shot = { seconds: 1 }
/** Chromium plays it again and again. */
const film: Shot[] = [
  pause,
  { ean13: codes.ean, seconds: 1 },
  pause,
  { code128: codes.text, seconds: 1 },
  pause,
  { ean13: `0${codes.upc}`, isTurned: true, seconds: 1 },
  pause,
  { qr: codes.qr, seconds: 1 },
  pause,
  { ean13: codes.unknown, seconds: 1 },
  pause,
]

/** Chromium shows the film as the picture of its camera. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-film-'))
      const file = path.join(folder, 'film.y4m')
      await writeFilm(file, film)
      const args = [
        // Gives the permission, for which Chromium's headless shell has no prompt.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ]
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})
test.use({ as: 'cashier' })

/** Records pulses and streams, and makes the codes of the film free. */
async function setUp(page: Page, shop: ShopApi) {
  for (const { id, code } of await shop.list<{ id: number; code: string | null }>('products')) {
    if (Object.values(codes).some((each) => each === code)) await shop.remove(`products/${id}`)
  }
  await page.addInitScript(() => {
    const seen: Seen = { pulses: [], streams: [] }
    Object.assign(window, { seen })
    navigator.vibrate = (pulse) => {
      seen.pulses.push(pulse as number)
      return true
    }
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      seen.streams.push(stream)
      return stream
    }
  })
}

interface Seen {
  pulses: (number | number[])[]
  streams: MediaStream[]
}

/** The number of running cameras. */
const countRunning = (page: Page) =>
  page.evaluate(() => {
    const { streams } = (window as unknown as { seen: Seen }).seen
    return streams.filter(({ active }) => active).length
  })

const readPulses = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen.pulses)

for (const [name, size] of Object.entries(viewportSizes)) {
  test(`the camera adds each code that it sees on a ${name} screen, and stays open @long`, async ({
    page,
    shop,
  }) => {
    await setUp(page, shop)
    await page.setViewportSize(size)
    const word = uniqueWord()
    await enterProduct(shop, `${word} lamp`, { code: codes.ean })
    await enterProduct(shop, `${word} vase`, { code: codes.text.toUpperCase() })
    await enterProduct(shop, `${word} mug`, { code: codes.upc })
    await enterProduct(shop, `${word} bowl`, { code: codes.qr })
    const decoders: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('pixel-decoder')) decoders.push(request.url())
    })
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await expect(screen.search).toBeEnabled()
    await page.waitForLoadState('networkidle')
    expect(decoders).toEqual([])

    const { dialog, button, picture, close } = scanDialog(page)
    await button.click()
    await expect(picture).toBeVisible()
    expect(decoders).toHaveLength(1)
    for (const [product, count] of [
      ['lamp', 1],
      ['vase', 1],
      ['mug', 1],
      ['bowl', 1],
    ] as const)
      await expect(dialog).toContainText(`Added ${word} ${product}, ${count} in the sale.`)
    await expect(dialog).toContainText(`No product has the code "${codes.unknown}".`)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await expect(dialog).toContainText(`Added ${word} lamp, 2 in the sale.`)
    expect((await readPulses(page)).slice(0, 6)).toEqual([80, 80, 80, 80, [80, 80, 80], 80])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(await countRunning(page)).toBe(0)
    await expect(screen.quantity(`${word} lamp`)).toHaveValue('2')
    await expect(screen.quantity(`${word} mug`)).toHaveValue('1')
    await expect(screen.lines).toHaveCount(4)
    await expect(close).toHaveCount(0)
  })
}

test('a product can be added for a code that the camera sees, and the camera is off meanwhile @long', async ({
  page,
  shop,
}) => {
  await setUp(page, shop)
  const word = uniqueWord()
  const screen = createDocumentPage(page, 'purchases')
  await screen.open()
  const { dialog, button } = scanDialog(page)
  await button.click()
  await expect(dialog).toContainText(`No product has the code "${codes.unknown}".`)
  await dialog.getByRole('button', { name: 'Add product', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add Product' })
  await expect(form.getByLabel('Code')).toHaveValue(codes.unknown)
  expect(await countRunning(page)).toBe(0)
  await fillField(form, 'Name', `${word} bowl`)
  await fillField(form, 'Cost', '3')
  await fillField(form, 'Price', '5')
  await fillField(form, 'Stock', '2')
  await fillField(form, 'Category', 'Tea', true)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(dialog).toContainText(`Added ${word} bowl, 1 in the purchase.`)
  await expect.poll(() => countRunning(page)).toBe(1)
  await expect(dialog).toContainText(`Added ${word} bowl, 2 in the purchase.`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
  await expect(screen.quantity(`${word} bowl`)).toHaveValue('2')
})

test('the camera stops while its tab is hidden @long', async ({ page, shop }) => {
  await setUp(page, shop)
  await createDocumentPage(page, 'sales').open()
  const { button, picture } = scanDialog(page)
  await button.click()
  await expect(picture).toBeVisible()
  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', {
        value: visibilityState,
        configurable: true,
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await expect.poll(() => countRunning(page)).toBe(0)
  await show('visible')
  await expect(picture).toBeVisible()
  expect(await countRunning(page)).toBe(1)
})

test('the first code that the camera sees fills the field of a product, by keyboard @long', async ({
  page,
  shop,
}) => {
  await setUp(page, shop)
  const word = uniqueWord()
  await enterProduct(shop, `${word} lamp`)
  const list = productsPage(page)
  await list.open()
  await list.search(`${word} lamp`)
  await list.row(`${word} lamp`).getByRole('button', { name: 'Edit' }).click()
  await list.dialog.getByLabel('Code').focus()
  await page.keyboard.press('Tab')
  const { dialog, button } = scanDialog(page)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(list.dialog.getByLabel('Code')).toHaveValue(codes.ean)
  await expect(button).toBeFocused()
  expect(await countRunning(page)).toBe(0)
  await list.save()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()
})
