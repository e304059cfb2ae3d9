import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'
import { readPdf } from '../support/pdf-pages'

/** Call before the page opens: no test can answer the browser's own print dialog. */
export async function stubPrint(page: Page) {
  await page.addInitScript(() => {
    let prints = 0
    window.print = () => {
      prints += 1
      document.documentElement.dataset.prints = String(prints)
    }
  })
}

/** Waits until the page has asked the browser to print this number of times since it was loaded. */
export async function expectPrints(page: Page, count: number) {
  await expect(page.locator('html')).toHaveAttribute('data-prints', String(count))
}

/** What the browser prints. Then it tells the page that it has printed. */
export async function printPage(page: Page) {
  return readPdf(await page.pdf({ preferCSSPageSize: true }))
}

/** The dialog that asks for the width. */
export const slipQuestion = (page: Page) => page.getByRole('dialog', { name: /^Print / })
export const printButton = { name: 'Print', exact: true }

/** Opens the details of the only document in a list. */
export async function openDetails(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('cell').getByRole('button', { name: 'View' }).click()
}

export const slip = (page: Page) => page.locator('[data-page|=slip] article')

/** Measures the slip as it is laid out for paper, in millimetres from its left edge. */
export async function measureSlip(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const measured = await slip(page).evaluate((article) => {
    const frame = article.getBoundingClientRect()
    const range = document.createRange()
    const edges = Array.from(article.querySelectorAll('*'), (element) => {
      range.selectNodeContents(element)
      return [element.getBoundingClientRect(), ...range.getClientRects()]
    }).flat()
    const toMillimetres = (pixels: number) => (pixels / 96) * 25.4
    return {
      width: toMillimetres(frame.width),
      left: toMillimetres(Math.min(...edges.map(({ left }) => left - frame.left))),
      right: toMillimetres(Math.max(...edges.map(({ right }) => right - frame.left))),
      colors: [
        ...new Set(Array.from(article.querySelectorAll('*'), (it) => getComputedStyle(it).color)),
      ],
    }
  })
  await page.emulateMedia({ media: null })
  return measured
}
