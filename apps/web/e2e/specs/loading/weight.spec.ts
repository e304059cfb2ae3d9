import { gzipSync } from 'node:zlib'

import { logIn } from '../../pages/login-page'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { timeFirstRow, weighPage } from '../../support/page-weight'

/** Bytes by gzip -9. The comment holds the value when the limit was set. */
const limits = {
  page: 8_100, // 7,872
  loginScript: 79_500, // 77,744
  listScript: 181_000, // 177,533
  listRequests: 7, // page, two scripts, styles, session, list and categories
}

test('the HTML page is small because it inlines only the styles of the login page', async ({
  request,
}) => {
  const page = await (await request.get('/auth/login')).body()
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(limits.page)
})

test('the login page loads one small script', async ({ page }) => {
  const weight = weighPage(page)
  await page.goto('/auth/login', { waitUntil: 'networkidle' })
  const { script, requests } = await weight.until(Infinity)
  expect(requests).toHaveLength(2)
  expect(script).toBeLessThan(limits.loginScript)
})

test('the first list after a login needs few requests and little script', async ({ page }) => {
  const weight = weighPage(page)
  const firstRow = await timeFirstRow(page)
  await page.goto('/product')
  await logIn(page, accounts.owner)
  const { script, requests } = await weight.until(await firstRow())
  expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(limits.listRequests)
  expect(script).toBeLessThan(limits.listScript)
})

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  test('the first list needs few requests and little script', async ({ page }) => {
    const weight = weighPage(page)
    const firstRow = await timeFirstRow(page)
    await page.goto('/product')
    const { script, requests } = await weight.until(await firstRow())
    expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(limits.listRequests)
    expect(script).toBeLessThan(limits.listScript)
  })

  test('scripts of other screens load only after the list', async ({ page }) => {
    const weight = weighPage(page)
    const release = await holdResponses(page, '**/api/v1/products')
    await page.goto('/product')
    await expect(page.getByText('Loading products...')).toBeVisible()
    await page.evaluate(async () => {
      for (let idle = 0; idle < 10; idle += 1)
        await new Promise((resolve) => requestIdleCallback(resolve))
    })
    expect(weight.scripts()).toHaveLength(2)
    release()
    await expect.poll(() => weight.scripts().length).toBeGreaterThan(10)
  })
})
