import { expect, test } from '../../support/fixtures'
import { publicScreens, protectedScreens } from '../../pages/all-screens'

test('an unknown path of the API or the assets gives a 404 problem instead of the page', async ({
  request,
}) => {
  for (const path of ['/api/v1/nothing', '/api/v1', '/assets/gone-12345678.js']) {
    const answer = await request.get(path, { headers: { Accept: 'text/html' } })
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 404, title: 'Not Found' })
  }
})

test('the page is revalidated on every load, and its hashed files are cached for good', async ({
  request,
}) => {
  for (const path of ['/', '/sales/create', '/nowhere']) {
    const page = await request.get(path, { headers: { Accept: 'text/html' } })
    expect(page.status()).toBe(200)
    expect(page.headers()['cache-control']).toBe('no-cache')
  }
  const html = await (await request.get('/')).text()
  const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(assets.length).toBeGreaterThan(1)
  for (const path of assets) {
    const asset = await request.get(path)
    expect(asset.status()).toBe(200)
    expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

// @holds asvs 1.3.2
test('the Content Security Policy blocks an injected script', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/violates the following Content Security Policy/)
  await page.goto('/auth/login')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
    return document.title
  })
  expect(ran).not.toBe('taken over')
  expect(consoleErrors.unexpected()).toEqual([])
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

// @holds asvs 1.3.6, 13.1.1, 14.2.3
test('public screens send no request to another host', async ({ page, stockie }) => {
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${stockie.url}/`)) foreignUrls.push(request.url())
  })
  for (const { path, heading } of publicScreens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  expect(foreignUrls).toEqual([])
})

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  // @holds asvs 3.4.3, 3.7.1
  test('every screen opens by its URL without an error in the console', async ({
    page,
    consoleErrors,
  }) => {
    for (const { path, heading } of protectedScreens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(`${heading} · Stockie`)
      await expect(page).toHaveURL(path)
    }
    expect(consoleErrors.unexpected()).toEqual([])
  })
})
