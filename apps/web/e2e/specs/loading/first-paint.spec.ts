import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

const scripts = /\/assets\/.*\.js$/

test('the login page is there before any script, and what is done on it is not lost', async ({
  page,
}) => {
  const release = await holdResponses(page, scripts)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill(accounts.owner.email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(accounts.owner.password)
  await password.press('Enter')
  await expect(page).toHaveURL('/auth/login')
  await expect(password).toBeFocused()
  await expect(page.getByRole('button', { name: 'Login' }).locator('svg')).toBeVisible()

  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a page whose script cannot come says so, and comes on demand', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  for (const path of ['/auth/login', '/sales']) {
    await page.route(scripts, (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('Stockie could not be loaded.')
    await expect(page.locator('form')).toHaveCount(0)
    await page.unroute(scripts)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page).toHaveURL('/auth/login')
  }
})

test('a login page at rest shows nobody waiting', async ({ page }) => {
  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: 'Login' })
  await expect(button).toBeVisible()
  await expect(button.locator('svg')).toBeHidden()
})

test('nothing on the login page moves when its script comes', async ({ page }) => {
  const release = await holdResponses(page, scripts)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await expect(form).toBeVisible()
  const before = await form.boundingBox()
  const drawn = await form.elementHandle()

  release()
  await expect(page).toHaveTitle('Login · Stockie')
  expect(await form.boundingBox()).toEqual(before)
  // Not drawn anew, or what was typed would be lost.
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
})

test.describe('signed in', () => {
  test.use({ as: 'owner' })

  test('nobody sees a login page that they do not need', async ({ page }) => {
    const release = await holdResponses(page, scripts)
    await page.goto('/auth/login', { waitUntil: 'commit' })
    await expect(page.locator('script[src]')).toBeAttached()
    await expect(page.locator('#root')).toBeEmpty()
    const seen = await page.evaluateHandle(() => {
      const headings = new Set<string>()
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('#root h1'))
          headings.add(textContent)
      }).observe(document, { childList: true, subtree: true })
      return headings
    })
    release()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await seen.evaluate((headings) => [...headings])).not.toContain('Login')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('it says that it needs them, and shows no form that would do nothing', async ({ page }) => {
    await page.goto('/auth/login')
    // Where scripts run, it is nothing: getByText passes over it.
    const sentence = page.locator('noscript p')
    await expect(sentence).toBeVisible()
    const said = 'Stockie needs JavaScript. Please switch it on for this site.'
    await expect(sentence).toHaveJSProperty('innerText', said)
    const { x = 0, width = 0 } = (await sentence.boundingBox()) ?? {}
    // In the middle, not in a corner.
    expect(x + width / 2).toBeCloseTo(1280 / 2, 0)
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })
})
