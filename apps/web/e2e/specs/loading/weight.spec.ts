import { gzipSync } from 'node:zlib'

import { logIn } from '../../pages/login-page'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { timeFirstRow, weighPage } from '../../support/page-weight'

/** Bytes by gzip -9. Behind each what it was when it was set. */
const most = {
  page: 8_100, // 7,872
  loginScript: 79_500, // 77,744
  listScript: 182_000, // 178,522
  listRequests: 7, // the page, two scripts, the styles, the session, the list and its categories
}

test('the page holds the styles of the login page, and of nothing that comes later', async ({
  request,
}) => {
  const page = await (await request.get('/auth/login')).body()
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(most.page)
})

test('the login page runs little script', async ({ page }) => {
  const weight = weighPage(page)
  await page.goto('/auth/login', { waitUntil: 'networkidle' })
  const { script, requests } = await weight.until(Infinity)
  expect(requests).toHaveLength(2)
  expect(script).toBeLessThan(most.loginScript)
})

test('little comes before the first list for whoever signs in', async ({ page }) => {
  const weight = weighPage(page)
  const firstRow = await timeFirstRow(page)
  await page.goto('/product')
  await logIn(page, accounts.owner)
  const { script, requests } = await weight.until(await firstRow())
  expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(most.listRequests)
  expect(script).toBeLessThan(most.listScript)
})

test.describe('whoever is signed in', () => {
  test.use({ as: 'owner' })

  test('little comes before the first list', async ({ page }) => {
    const weight = weighPage(page)
    const firstRow = await timeFirstRow(page)
    await page.goto('/product')
    const { script, requests } = await weight.until(await firstRow())
    expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(most.listRequests)
    expect(script).toBeLessThan(most.listScript)
  })

  test('what may be wanted next waits until the list has come', async ({ page }) => {
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
