import type { Page } from '@playwright/test'

import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'owner', endsSession: true })

// @holds spec 2.29, 2.30, asvs 7.4.4, 14.3.1-14.3.3
test('whoever logs out leaves nothing behind: no session, no list, no search', async ({
  page,
  shop,
  stockie,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_CACHE_MISS/)
  const word = uniqueWord()
  await shop.enter('customers', { name: `${word} Bakery` })
  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) read.push(request.url())
  })
  await page.goto(`/customer?q=${word}`)
  await expect(page.getByRole('cell', { name: word }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(`/customer?q=${word}`)
  const token = await storedToken(page)
  expect(await statusWith(token)).toBe(200)

  const ended = page.waitForResponse('**/api/v1/auth/logout')
  await logOut(page)
  expect((await ended).status()).toBe(204)
  expect(await statusWith(token)).toBe(401)

  expect(read.length).toBeGreaterThan(5)
  expect(await keptOf(page, [...new Set(read)], token)).toEqual([])
  expect(await leftIn(page)).toEqual(['stockie-signed-out'])

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
test('whoever logs out without a connection is out all the same, and at once', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/customer?q=Alice')
  await expect(page.getByRole('cell', { name: 'Alice' }).first()).toBeVisible()
  await expect.poll(() => leftIn(page)).toHaveLength(2)
  await context.setOffline(true)
  // The toast's own files are asked for as well, and fail as well.
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/v1/auth/logout'),
  )
  await logOut(page)
  await failed
  expect(await leftIn(page)).toEqual(['stockie-signed-out'])
  await expect(page.getByText('cannot be reached')).toHaveCount(0)
})

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
}

/** Whatever is stored under, anywhere. */
async function leftIn(page: Page) {
  const cookies = await page.context().cookies()
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

/** What of these addresses the browser's own cache still gives to whoever asks as before. */
function keptOf(page: Page, urls: string[], token: string) {
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
