import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'

test.use({ as: 'owner' })

for (const width of [1280, 1600, 1024, 768, 390]) {
  test(`a list's search keeps its width beside Reset and Delete at ${width} px${longUnless(width === 1280)}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const main = page.getByRole('main')
    const search = main.getByRole('searchbox')
    const reset = main.getByRole('button', { name: 'Reset' })
    const remove = main.getByRole('button', { name: /^Delete \(\d+\)$/ })
    const all = main.getByRole('checkbox', { name: 'Select all rows on this page' })
    /** The widths and places of the search and the first row. */
    const boxes = () =>
      Promise.all([search.boundingBox(), main.getByRole('row').nth(1).boundingBox()])

    for (const path of [
      '/product',
      '/customer',
      '/sales?from=2020-01-01&to=2030-12-31',
      '/purchase?from=2020-01-01&to=2030-12-31',
    ]) {
      await page.goto(path)
      await expect(all).toBeEnabled()
      const before = await boxes()
      await search.fill('e')
      await expect(reset).toBeVisible()
      expect(await boxes(), `${path} with Reset`).toEqual(before)
      await expect(all).toBeEnabled()
      await all.check()
      await expect(remove).toBeVisible()
      expect(await boxes(), `${path} with Reset and Delete`).toEqual(before)
      await reset.click()
      await expect(reset).toHaveCount(0)
      expect(await boxes(), `${path} with Delete`).toEqual(before)
    }
  })
}
