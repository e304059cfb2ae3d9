import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

test.use({ as: 'owner' })

const customersCall = /\/api\/v1\/customers(\?|$)/

for (const width of [1280, 390]) {
  test(`a list shows its counts only when it is loaded, and its pager keeps its place at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.route(customersCall, (route) => route.fulfill({ json: [] }))
    const release = await holdResponses(page, customersCall)
    await page.goto('/customer')
    await expect(page.getByText('Loading customers...')).toBeVisible()
    const counts = ['0 of 0 row(s) selected.', 'Page 1 of 1'].map((text) => page.getByText(text))
    for (const count of counts) {
      await expect(count).toHaveCount(1)
      await expect(count).toBeHidden()
    }
    const pager = page.getByLabel('Rows per page')
    const before = await pager.boundingBox()
    release()
    for (const count of counts) await expect(count).toBeVisible()
    expect(await pager.boundingBox()).toEqual(before)
  })
}

test('a list that is opened again shows a line until its newer rows arrive', async ({ page }) => {
  const shell = appShell(page)
  const table = page.getByRole('region', { name: 'Customers' })
  const line = () => table.evaluate((part) => getComputedStyle(part, '::before').height)
  await page.goto('/customer')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await shell.goTo('/sales')
  await expect(page.getByRole('region', { name: 'Sales' })).toBeVisible()
  const release = await holdResponses(page, customersCall)
  await shell.goTo('/customer')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  expect(await line()).toBe('2px')
  release()
  await expect(table).toHaveAttribute('aria-busy', 'false')
  expect(await line()).toBe('auto')
})
