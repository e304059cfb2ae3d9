import { appShell } from '../../pages/app-shell'
import { accounts } from '../../support/accounts'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { logIn } from '../../pages/login-page'
import { storedValue } from '../../support/stored-value'

const { owner, manager } = accounts

// @holds spec 2.2, 2.6, 2.29, 2.31-2.34, 3.17, 4.3, 7.3, 9.1, asvs 6.2.7
test('a login leads to the dashboard, and the user menu shows name and e-mail', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await expect(page).toHaveTitle('Login · Stockie')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await logIn(page, owner)

  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await storedValue(page, 'token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await appShell(page).userMenuButton.click()
  await expect(page.getByRole('menu')).toContainText(owner.name)
  await expect(page.getByRole('menu')).toContainText(owner.email)
})

test('the login page needs one script and loads the app when the user begins @long', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts).toHaveLength(1)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Password', { exact: true }).focus()
  await expect.poll(() => scripts.some((url) => url.includes('/app-'))).toBe(true)
})

test('a session survives a reload', async ({ page }) => {
  await page.goto('/auth/login')
  await logIn(page, owner)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

// @holds spec 8.51, decision 23.1
test('a wrong password shows a toast, and typing replaces it', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 401/)
  await page.goto('/auth/login')
  await logIn(page, { ...owner, password: 'not this one' })

  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  expect(await storedValue(page, 'token')).toBeNull()
  await expect(page.getByLabel('Email')).toHaveValue(owner.email)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()

  // Typing replaces the selected password.
  await page.keyboard.type(owner.password)
  await expect(password).toHaveValue(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('an unknown e-mail shows the same message, even if the toaster loads slowly @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const release = await holdResponses(page, '**/assets/sonner-*')
  await page.goto('/auth/login')
  await logIn(page, { email: 'nobody@stockie.test', password: owner.password })
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
  release()
})

// @holds spec 5.16-5.18, 5.20
test('the login form reports missing and malformed fields and sends nothing', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.url())
  })
  await page.goto('/auth/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })

  await page.getByRole('button', { name: 'Login' }).click()
  await expect(email).toHaveAccessibleDescription('Please enter your email')
  await expect(password).toHaveAccessibleDescription('Please enter your password')
  await expect(email).toBeFocused()

  await email.fill('owner')
  await password.fill('sixsix')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters long')

  await email.fill(owner.email)
  await expect(email).toHaveAccessibleDescription('')
  await password.fill('sevenis')
  await expect(password).toHaveAccessibleDescription('')
  expect(sent).toEqual([])
})

// @holds spec 2.32, asvs 6.2.6
test('the login form can show and hide the password', async ({ page }) => {
  await page.goto('/auth/login')
  const password = page.getByLabel('Password', { exact: true })
  const toggle = page.getByRole('button', { name: 'Show password' })
  await password.fill('visible?')
  await expect(password).toHaveAttribute('type', 'password')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('visible?')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('the login form disables its button and sends one request for repeated Enter', async ({
  page,
}) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  const release = await holdResponses(page, '**/api/v1/auth/login')
  await page.goto('/auth/login')
  await logIn(page, owner)
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(posts).toHaveLength(1)
})

test.describe('with a session', () => {
  test.use({ as: 'owner', endsSession: true })

  test('the login page redirects to the dashboard @long', async ({ page }) => {
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('a login after a logout starts at the dashboard, not at the previous screen', async ({
    page,
  }) => {
    await page.goto('/expense')
    await appShell(page).logOut()
    await logIn(page, manager)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
