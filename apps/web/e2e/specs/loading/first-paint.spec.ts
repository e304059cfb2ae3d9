import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

const scripts = /\/assets\/.*\.js$/

test('the login page works before its scripts have loaded, and keeps what the user entered', async ({
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

test('a page whose script failed to load shows an error and loads on Try again', async ({
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

test('the login button shows no spinner before a submit', async ({ page }) => {
  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: 'Login' })
  await expect(button).toBeVisible()
  await expect(button.locator('svg')).toBeHidden()
})

test('the login page does not move when its script loads', async ({ page }) => {
  const release = await holdResponses(page, scripts)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await expect(form).toBeVisible()
  const before = await form.boundingBox()
  const element = await form.elementHandle()

  release()
  await expect(page).toHaveTitle('Login · Stockie')
  expect(await form.boundingBox()).toEqual(before)
  // The form must be the same element: replacing it would lose what the user typed.
  expect(await element?.evaluate((node) => node.isConnected)).toBe(true)
})

test.describe('with a session', () => {
  test.use({ as: 'owner' })

  test('the login page is never visible before the dashboard', async ({ page }) => {
    const release = await holdResponses(page, scripts)
    await page.goto('/auth/login', { waitUntil: 'commit' })
    await expect(page.locator('script[src]')).toBeAttached()
    await expect(page.locator('#root')).toBeEmpty()
    const seenHeadings = await page.evaluateHandle(() => {
      const headings = new Set<string>()
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('#root h1'))
          headings.add(textContent)
      }).observe(document, { childList: true, subtree: true })
      return headings
    })
    release()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await seenHeadings.evaluate((headings) => [...headings])).not.toContain('Login')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the login page says that it needs JavaScript and shows no form', async ({ page }) => {
    await page.goto('/auth/login')
    // getByText ignores the contents of noscript.
    const sentence = page.locator('noscript p')
    await expect(sentence).toBeVisible()
    const text = 'Stockie needs JavaScript. Please switch it on for this site.'
    await expect(sentence).toHaveJSProperty('innerText', text)
    const { x = 0, width = 0 } = (await sentence.boundingBox()) ?? {}
    // The sentence is centred.
    expect(x + width / 2).toBeCloseTo(1280 / 2, 0)
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })
})
