import type { Page } from '@playwright/test'

import { productsPage } from '../../pages/products-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { readPrintedCodes } from '../../support/barcodes/printed-codes'
import { enterProduct, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    // The print dialog of a person. The test prints to PDF instead.
    window.print = () => {}
  }),
)

/** A free EAN-13 for each test and worker. */
function uniqueEan() {
  const digits = `4${String(Math.random()).slice(2, 13).padEnd(11, '0')}`
  const sum = Array.from(digits).reduce((total, d, at) => total + Number(d) * (at % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Opens the dialog for all products whose name contains the word. */
async function openLabels(page: Page, word: string) {
  const list = productsPage(page)
  await list.open()
  await list.search(word)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const button = page.getByRole('button', { name: 'Print labels' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Print labels' })
  await expect(dialog).toBeVisible()
  return {
    button,
    dialog,
    row: (name: string) => dialog.getByRole('listitem').filter({ hasText: name }),
    count: (name: string) => dialog.getByRole('textbox', { name: `Labels of ${name}` }),
    print: dialog.getByRole('button', { name: /^Print \(/ }),
    sheet: page.locator('[data-page|=label]'),
    labels: page.locator('[data-page|=label] article'),
  }
}

/** The sizes of the pages in points, and whether any of them contains a picture of pixels. */
async function printPdf(page: Page) {
  const file = await page.pdf({ preferCSSPageSize: true })
  const pdf = file.toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) =>
      [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  )
  return { file, sizes, hasPixels: /\/Subtype\s*\/Image/.test(pdf) }
}

test('labels of a roll show each code so that it can be scanned, and a code that is missing is created @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const ean = uniqueEan()
  const long = `${word}-of-the-shelf`
  await enterProduct(shop, `${word} lamp`, { code: ean, price: 1234 })
  await enterProduct(shop, `${word} vase ${'of a long name '.repeat(12)}`.trim(), { code: word })
  await enterProduct(shop, `${word} bowl`, { code: long })
  const { id } = await enterProduct(shop, `${word} mug`, { description: 'Blue' })
  const { button, dialog, row, count, print, sheet, labels } = await openLabels(page, word)
  await expect(print).toHaveText('Print (2)')
  await expect(row('bowl')).toContainText(
    'The code is too long for a label. Give the product a shorter one.',
  )
  await expect(count(`${word} bowl`)).toHaveCount(0)
  await expect(row('mug')).toContainText('No code')
  expect(await findAccessibilityViolations(page)).toEqual([])

  const find = async () =>
    (await shop.list<{ id: number; code: string | null; version: number }>('products')).find(
      (product) => product.id === id,
    )
  const before = await find()
  await row('mug').getByRole('button', { name: 'Create code' }).focus()
  await page.keyboard.press('Enter')
  await expect(count(`${word} mug`)).toBeFocused()
  const after = await find()
  const code = after?.code ?? ''
  expect(code).toMatch(new RegExp(`^20${String(id).padStart(10, '0')}\\d$`))
  expect(after).toEqual({ ...before, code, version: (before?.version ?? 0) + 1 })

  await page.keyboard.type('2')
  await expect(count(`${word} mug`)).toHaveValue('2')
  await count(`${word} lamp`).fill('1.5')
  await expect(dialog.getByRole('alert')).toHaveText('Error: Enter whole numbers from 0 to 999.')
  await expect(print).toHaveAttribute('aria-disabled', 'true')
  await count(`${word} lamp`).fill('3')
  await expect(print).toHaveText('Print (6)')
  await print.focus()
  await page.keyboard.press('Enter')
  await expect(labels).toHaveCount(6)
  await expect(sheet).toBeHidden()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(sheet).toBeVisible()
  await expect(dialog).toBeHidden()
  for (const name of ['lamp', 'vase', 'mug']) {
    const label = labels.filter({ hasText: `${word} ${name}` }).first()
    expect(await label.evaluate((part) => part.scrollHeight <= part.clientHeight)).toBe(true)
    await expect(label).toContainText(name === 'lamp' ? '$1,234.00' : '$20.00')
  }
  // Printing takes place while the screen shows the page as ever.
  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  const printedNames = await labels.getByRole('heading', { includeHidden: true }).allTextContents()
  const { file, sizes, hasPixels } = await printPdf(page)
  expect(sizes.map(String)).toEqual(Array(6).fill('50,30'))
  expect(hasPixels).toBe(false)
  const codes: Record<string, string> = {
    lamp: `ZBAR_EAN13 ${ean}`,
    vase: `ZBAR_CODE128 ${word}`,
    mug: `ZBAR_EAN13 ${code}`,
  }
  expect(await readPrintedCodes(file, { width: 50, height: 30 })).toEqual(
    printedNames.map((name) => [codes[name.split(' ')[1] ?? '']]),
  )

  // Printing has removed the labels, and the dialog is as before.
  await expect(sheet).toHaveCount(0)
  await expect(print).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('an A4 page has 24 labels, as many of each product as in stock @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const name = `${word} ${'long name of a lamp '.repeat(9)}`.slice(0, 200).trim()
  const ean = uniqueEan()
  await enterProduct(shop, name, { code: ean, stock: 20 })
  await enterProduct(shop, `${word} vase`, { code: `${word}-123`, stock: 5 })
  await enterProduct(shop, `${word} bowl`, { code: uniqueEan(), stock: 0 })
  const { dialog, row, print, labels } = await openLabels(page, word)
  await expect(row('vase')).toContainText('The code is too long for this label. Choose A4.')
  await dialog.getByLabel('Paper').selectOption('A4, 24 labels')
  await dialog.getByLabel('Labels per product').selectOption('As many as in stock')
  await expect(print).toHaveText('Print (25)')
  await print.click()
  await expect(labels).toHaveCount(25)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  const boxes = await labels.evaluateAll((all) =>
    all.map((label) => {
      const heading = label.firstElementChild
      const { left, top, width, height } = label.getBoundingClientRect()
      const lines =
        (heading?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(label).lineHeight)
      return {
        millimetres: [left, top, width, height].map((px) => (px / 96) * 25.4),
        isWhole: label.scrollHeight <= label.clientHeight,
        lines: Math.round(lines * 10) / 10,
      }
    }),
  )
  expect(boxes.filter(({ isWhole }) => !isWhole)).toEqual([])
  // A long name has two lines, and both are whole.
  expect(boxes.map(({ lines }) => lines)).toEqual([...Array(20).fill(2), ...Array(5).fill(1)])
  const [left = 0, top = 0, width = 0, height = 0] = boxes[23]?.millimetres ?? []
  expect([left, width, height].map(Math.round)).toEqual([140, 70, 37])
  expect(top + height).toBeLessThanOrEqual(297)
  await page.emulateMedia({ media: null })
  const { file, sizes, hasPixels } = await printPdf(page)
  const printed = await readPrintedCodes(file, { width: 70, height: 37 })
  expect(printed.map(String)).toEqual([
    ...Array(20).fill(`ZBAR_EAN13 ${ean}`),
    ...Array(5).fill(`ZBAR_CODE128 ${word}-123`),
  ])
  expect(sizes).toEqual([
    [210, 297],
    [210, 297],
  ])
  expect(hasPixels).toBe(false)

  // The till keeps the paper.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Print labels' }).click()
  await expect(dialog.getByLabel('Paper')).toHaveValue('a4')
})

test('the labels dialog has no accessibility violations on a phone in dark @long', async ({
  page,
  shop,
}) => {
  await page.setViewportSize(viewportSizes.small)
  await page.emulateMedia({ colorScheme: 'dark' })
  const word = uniqueWord()
  await enterProduct(shop, `${word} lamp`, { code: word })
  await enterProduct(shop, `${word} vase`)
  const { dialog, count } = await openLabels(page, word)
  await count(`${word} lamp`).fill('no')
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const { width } = (await dialog.boundingBox()) ?? { width: 0 }
  expect(width).toBeLessThanOrEqual(390)
})
