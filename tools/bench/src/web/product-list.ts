import type { Page } from '@playwright/test'

/** When the first row of a list could be seen, by the clock on the wall, in milliseconds. */
export async function firstRow(page: Page): Promise<number> {
  const moment = await page.waitForFunction(() => bench.loading.firstRow)
  return moment.jsonValue()
}

/** Milliseconds from a real input event to the frame that shows other rows. */
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

/** Stockie's list of products, used as a person does. What takes time says how long, in milliseconds. */
export function productList(page: Page) {
  const search = page.getByRole('searchbox', { name: 'Search products' })

  return {
    /** Somebody who looks at the list before doing anything. */
    async settle(milliseconds: number) {
      await firstRow(page)
      await page.waitForTimeout(milliseconds)
    },

    /** The menu of the header is opened beforehand: what is timed is the choice. */
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

    /** Every key changes what is found. */
    key: (key: string) => timeToRows(page, 'keydown', () => page.keyboard.press(key)),

    endSearch: () => timeToRows(page, 'keydown', () => page.keyboard.press('Escape')),
  }
}
