import type { Page } from '@playwright/test'

/** Waits for the first row of a list, and returns its wall clock time in milliseconds. */
export async function firstRow(page: Page): Promise<number> {
  const moment = await page.waitForFunction(() => bench.loading.firstRow)
  return moment.jsonValue()
}

/** Milliseconds from a real input event to the frame that shows different rows. */
export async function timeToRows(
  page: Page,
  event: 'click' | 'keydown',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate((name) => {
    bench.pending = bench.timeToRows(name)
  }, event)
  await act()
  return page.evaluate(() => bench.pending ?? 0)
}

type Direction = 'Asc' | 'Desc'

export type ProductList = ReturnType<typeof productList>

/** Uses Stockie's list of products as a user does. Measured actions return their milliseconds. */
export function productList(page: Page) {
  const search = page.getByRole('searchbox', { name: 'Search products' })

  return {
    /** Waits for the first row, and then as a user who looks at the list. */
    async settle(milliseconds: number) {
      await firstRow(page)
      await page.waitForTimeout(milliseconds)
    },

    /** Opens the menu of the header first, so that only the choice is measured. */
    async sort(column: string, direction: Direction) {
      await page.getByRole('columnheader', { name: column }).getByRole('button').click()
      const choice = page.getByRole('menuitemcheckbox', { name: direction })
      await choice.hover()
      return timeToRows(page, 'click', () => choice.click())
    },

    async nextPage() {
      const next = page.getByRole('button', { name: 'Go to next page' })
      await next.hover()
      return timeToRows(page, 'click', () => next.click())
    },

    beginSearch: () => search.click(),

    /** Every key changes the found rows. */
    key: (key: string) => timeToRows(page, 'keydown', () => page.keyboard.press(key)),

    endSearch: () => timeToRows(page, 'keydown', () => page.keyboard.press('Escape')),
  }
}
