import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'owner', endsSession: true })

// @holds spec 2.29, 2.30, asvs 7.4.4, 14.3.1-14.3.3
test('a logout ends the session and leaves no data in the browser', async ({
  page,
  shop,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_CACHE_MISS/)
  const word = uniqueWord()
  await shop.enter('customers', { name: `${word} Bakery` })
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) requestedUrls.push(request.url())
  })
  await page.goto(`/customer?q=${word}`)
  await expect(page.getByRole('cell', { name: word }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(`/customer?q=${word}`)
  const token = await storedToken(page)
  expect(await statusWith(token)).toBe(200)

  const logoutResponse = page.waitForResponse('**/api/v1/auth/logout')
  await appShell(page).logOut()
  expect((await logoutResponse).status()).toBe(204)
  expect(await statusWith(token)).toBe(401)

  expect(requestedUrls.length).toBeGreaterThan(5)
  expect(await findCachedUrls(page, [...new Set(requestedUrls)], token)).toEqual([])
  expect(await listStorageKeys(page)).toEqual(['stockie-signed-out'])

  await page.goBack()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByText(word)).toHaveCount(0)

  async function statusWith(bearer: string) {
    const headers = { Authorization: `Bearer ${bearer}` }
    return (await fetch(`${stockie.url}/api/v1/customers`, { headers })).status
  }
})

// @holds asvs 14.3.1
test('a logout without a connection takes effect at once @long', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/customer?q=Alice')
  await expect(page.getByRole('cell', { name: 'Alice' }).first()).toBeVisible()
  await expect.poll(() => listStorageKeys(page)).toHaveLength(2)
  await context.setOffline(true)
  // The files of the toast are requested too, and fail too.
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/v1/auth/logout'),
  )
  await appShell(page).logOut()
  await failed
  expect(await listStorageKeys(page)).toEqual(['stockie-signed-out'])
  await expect(page.getByText('cannot be reached')).toHaveCount(0)
})

/**
 * Lists the keys of every storage of the browser, and the cookies. Leaves out the one cookie that stays: it names
 * the browser for the next sign-in, and holds no data of the shop.
 */
async function listStorageKeys(page: Page) {
  const all = await page.context().cookies()
  const cookies = all.filter(({ name }) => name !== 'stockie-device')
  const stored = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
  ])
  return [...stored, ...cookies.map(({ name }) => name)]
}

function storedToken(page: Page) {
  return page.evaluate(() => localStorage.getItem('token') ?? '')
}

/** Returns the URLs that the browser's HTTP cache still answers with the same headers. */
function findCachedUrls(page: Page, urls: string[], token: string) {
  return page.evaluate(
    async ({ addresses, Authorization }) => {
      const answers = addresses.map((url) =>
        fetch(url, {
          cache: 'only-if-cached',
          mode: 'same-origin',
          headers: { 'Content-Type': 'application/json', Authorization },
        }).then(
          ({ ok }) => ok && url,
          () => false,
        ),
      )
      return (await Promise.all(answers)).filter((url) => url !== false)
    },
    { addresses: urls, Authorization: `Bearer ${token}` },
  )
}
