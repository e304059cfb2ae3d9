import type { Page } from '@playwright/test'

import { enterProduct, type ShopApi, uniqueWord } from '../../support/shop-api'

/** The sheet with the counts, and the sheet of one of them. */
export function stockCounts(page: Page) {
  const list = page.getByRole('dialog', { name: 'Count stock' })
  const sheet = page.getByRole('dialog', { name: /^Stock count \d+$/ })
  const startDialog = page.getByRole('dialog', { name: 'Start a count' })
  return {
    list,
    sheet,
    startDialog,
    start: list.getByRole('button', { name: 'Start a count' }),
    item: (name: string) => list.getByRole('article', { name: new RegExp(name) }),
    row: (product: string) => sheet.getByRole('listitem').filter({ hasText: product }),
    fields: sheet.locator('[data-count]'),
    field: (product: string) => sheet.getByLabel(`Counted ${product}`, { exact: true }),
    question: (product: string) =>
      sheet.getByRole('region', { name: `${product} was counted twice`, exact: true }),
    button: (name: string) => sheet.getByRole('button', { name, exact: true }),
    asked: page.getByRole('alertdialog'),
    /** Opens a count that is going on. */
    async goOn(name: string) {
      await list
        .getByRole('article', { name: new RegExp(name) })
        .getByRole('button', { name: /^Continue/ })
        .click()
    },
    async open(isPhone = false) {
      if (isPhone) {
        await page.getByRole('button', { name: 'View', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Count stock' }).click()
      } else {
        await page.getByRole('button', { name: 'Count stock', exact: true }).click()
      }
    },
  }
}

/** Enters two products to count. Only the first has a code. */
export async function enterShelf(shop: ShopApi) {
  const word = uniqueWord()
  const code = String(Math.floor(Math.random() * 1e12)).padStart(12, '7')
  const lamp = { name: `${word} lamp`, ...(await enterProduct(shop, `${word} lamp`, { code })) }
  const vase = { name: `${word} vase`, ...(await enterProduct(shop, `${word} vase`)) }
  return { word, code, lamp, vase }
}
