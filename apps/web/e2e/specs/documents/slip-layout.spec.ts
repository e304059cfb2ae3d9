import type { Locator, Page } from '@playwright/test'

import { fillInSale } from '../../pages/create-document-page'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { enterTestGoods, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'
import {
  expectPrints,
  measureSlip,
  openDetails,
  printButton,
  printPage,
  slip,
  slipQuestion,
  stubPrint,
} from '../../pages/printed-slips'

/* Slips on paper, and their parts of the screen: sizes, edges and colours. */

test.use({ as: 'cashier' })

async function middleOf(part: Locator) {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
  return y + height / 2
}

/** Names of 200 characters, with and without spaces, and prices with many digits. */
function makeLines(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const code = `#${String(index + 1).padStart(4, '0')}`
    const name =
      index % 3 === 0 ? 'Hand made mug of the harbour ' : index % 3 === 1 ? 'Wide' : 'Ill'
    const productName = count > 100 ? `${code} Mug` : (code + name.repeat(100)).slice(0, 200)
    const quantity = (index % 9_999) + 1
    const price = index % 10 === 0 ? 2_147_483_647 : index + 10
    return {
      id: index + 1,
      productId: index + 1,
      productName,
      quantity,
      price,
      total: price * quantity,
    }
  })
}

type Lines = ReturnType<typeof makeLines>

function makeSale(saleDetails: Lines) {
  const subtotal = saleDetails.reduce((sum, { total }) => sum + total, 0)
  return {
    saleId: 900,
    customerId: 1,
    customerName: `${'Ada'.repeat(60)} of the long names`,
    saleDate: today(),
    subtotal,
    discount: saleDetails.length > 0 ? 0.05 : 0,
    shippingFees: 3.3,
    totalAmount: subtotal + (saleDetails.length > 0 ? 3.25 : 3.3),
    remark: `First line\n${'wwwwwwwwww'.repeat(20)}`,
    createdAt: new Date().toISOString(),
    createdByName: 'Olivia Owner',
    saleDetails,
  }
}

const widths = {
  '80mm': { label: 'Roll of 80 mm', page: 80, text: 72 },
  '58mm': { label: 'Roll of 58 mm', page: 58, text: 48 },
  A4: { label: 'A4 page', page: 210, text: 180 },
} as const

type Width = keyof typeof widths

/** Opens the details of a sale, chooses a width and prints. */
async function printSale(page: Page, saleDetails: Lines, width: Width) {
  const sale = makeSale(saleDetails)
  await stubPrint(page)
  await page.route(/\/api\/v1\/sales\?/, (route) => route.fulfill({ json: [sale] }))
  await openDetails(page, '/sales')
  await page
    .getByRole('dialog', { name: 'Sales Details' })
    .getByRole('button', { name: 'Print' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Print Sale 900' })
  await dialog.getByLabel('Slip width').selectOption(widths[width].label)
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expectPrints(page, 1)
  return sale
}

const money = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

for (const width of ['80mm', '58mm', 'A4'] as const) {
  for (const count of [0, 1, 40, 1_000]) {
    test(`a slip of ${count} lines on ${width} prints every line in order within the paper${longUnless(width === '80mm' && count === 40)}`, async ({
      page,
    }) => {
      const { saleDetails, subtotal, totalAmount } = await printSale(page, makeLines(count), width)
      const { page: paper, text } = widths[width]

      const measured = await measureSlip(page)
      expect(measured.width).toBeCloseTo(text, 0)
      expect(measured.left).toBeGreaterThan(-0.1)
      expect(measured.right).toBeLessThan(text + 0.1)
      const rows = slip(page).locator('tbody tr')
      const shown = await rows.evaluateAll((all) =>
        all.map((row) => (row.querySelector('p') ?? row.querySelector('td'))?.textContent),
      )
      expect(shown).toEqual(saleDetails.map(({ productName }) => productName))

      const pages = await printPage(page)
      for (const { width: printed } of pages) expect(printed).toBeCloseTo(paper, 0)
      const lines = pages.flatMap((it) => it.lines)
      const all = lines.join('\n')
      expect(all).toContain('Sale 900\nCopy\n')
      const codes = Array.from(all.matchAll(/#\d{4}/g), ([code]) => code)
      expect(codes).toEqual(saleDetails.map(({ productName }) => productName.slice(0, 5)))
      // An amount without room beside its text is on the next line.
      const joined = all.replace(/\n(?=\$)/g, '')
      const ofLines = joined.split('\n').filter((line) => /^\d.* x \$|#\d{4}/.test(line))
      const totals = ofLines.flatMap((line) => /\$[\d,]+\.\d\d$/.exec(line) ?? [])
      expect(totals).toEqual(saleDetails.map(({ total }) => money(total)))
      const end = joined.slice(joined.lastIndexOf('Subtotal'))
      expect(end).toContain(`Subtotal${money(subtotal)}\n`)
      expect(end).toContain(`Shipping+$3.30\nTotal${money(totalAmount)}\nFirst line\n`)
      if (count > 0) expect(end).toContain('Discount-$0.05\n')
      else expect(all).toContain('No items.')

      if (count < 40) expect(pages).toHaveLength(1)
      if (count === 40) expect(pages).toHaveLength(width === 'A4' ? 4 : 1)
      if (count < 1_000) return
      expect(pages.length).toBeGreaterThan(20)
      const header = width === 'A4' ? 'ItemQuantityPriceTotal' : 'ItemTotal'
      for (const [index, it] of pages.entries()) {
        expect(it.height).toBeCloseTo(297, 0)
        const hasRows = it.lines.some((line) => /#\d{4}/.test(line))
        expect(it.lines.filter((line) => line === header)).toHaveLength(hasRows ? 1 : 0)
        if (index > 0 && hasRows) expect(it.lines[0]).toBe(header)
        expect(it.lines.at(-1)).toBe(`Sale 900, page ${index + 1} of ${pages.length}`)
      }
    })
  }
}

for (const [theme, size] of [
  ['light', 'wide'],
  ['dark', 'wide'],
  ['light', 'small'],
  ['dark', 'small'],
] as const) {
  test.describe(`${theme}, ${viewportSizes[size].width} px`, () => {
    test.use({ viewport: viewportSizes[size], colorScheme: theme })

    test(`the slip is black, and its question and the change are accessible @long`, async ({
      page,
      shop,
    }) => {
      await stubPrint(page)
      const goods = await enterTestGoods(shop, 'sales')
      const screen = await fillInSale(page, goods)
      const received = page.getByLabel('Received', { exact: true })
      const label = page.getByText('Received', { exact: true })
      const tick = page.getByLabel('Print a slip after each Submit')
      const distances = async () => {
        const [middle, ...others] = await Promise.all([label, received, tick].map(middleOf))
        return others.map((other) => Math.round(other - (middle ?? 0)))
      }
      const before = await distances()
      // Beside its label, as the fields above.
      expect(before[0]).toBe(0)
      for (const text of ['much', '30', '50']) {
        await received.fill(text)
        expect(await distances()).toEqual(before)
        expect(await findAccessibilityViolations(page)).toEqual([])
      }
      // Nothing covers the change while its field has the focus.
      const change = await page.getByText('Change $10.00').boundingBox()
      const bar = await page.locator('[data-slot=submit-bar]').boundingBox()
      expect((change?.y ?? 0) + (change?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      await screen.submit.click()
      await page.getByRole('button', printButton).click()
      await expect(slipQuestion(page)).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await slipQuestion(page).getByLabel('Slip width').selectOption('A4 page')
      await slipQuestion(page).getByRole('button', printButton).click()
      await expectPrints(page, 1)
      await expect(slip(page)).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewportSizes[size].width,
      )
      expect((await measureSlip(page)).colors).toEqual(['rgb(0, 0, 0)'])
      await printPage(page)
      await expect(slipQuestion(page)).toHaveCount(0)

      await openDetails(page, `/sales?q=${goods.word}`)
      await expect(page.getByRole('dialog', { name: 'Sales Details' })).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
    })
  })
}
