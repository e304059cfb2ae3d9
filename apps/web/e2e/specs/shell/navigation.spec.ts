import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

const items = [
  { group: null, name: 'Dashboard', path: '/dashboard', title: 'Dashboard' },
  { group: 'Products', name: 'All Products', path: '/product', title: 'Product Management' },
  { group: 'Products', name: 'Category', path: '/category', title: 'Category Management' },
  { group: null, name: 'Sales', path: '/sales', title: 'Sales Management' },
  { group: null, name: 'Purchases', path: '/purchase', title: 'Purchase Management' },
  { group: 'Users', name: 'Customers', path: '/customer', title: 'Customer Management' },
  { group: 'Users', name: 'Suppliers', path: '/supplier', title: 'Supplier Management' },
  { group: 'Users', name: 'Users', path: '/user', title: 'User Management' },
  { group: 'Expenses', name: 'All Expenses', path: '/expense', title: 'Expense Management' },
  {
    group: 'Expenses',
    name: 'Category',
    path: '/expense-category',
    title: 'Expense Category Management',
  },
]

test.use({ as: 'manager' })

// @holds spec 2.3, 2.16-2.25, 6.4
test('each item of the sidebar opens its screen and is marked as current @long', async ({
  page,
}) => {
  await page.goto('/profile')
  const { sidebar } = appShell(page)
  for (const { group, name, path, title } of items) {
    const within = group
      ? sidebar.getByRole('listitem').filter({ has: page.getByRole('button', { name: group }) })
      : sidebar
    const link = within.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Stockie`)
    await expect(sidebar.locator('[aria-current="page"]')).toHaveCount(1)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
})

// @holds spec 2.16-2.25
test('the sidebar has exactly the items of the specification', async ({ page }) => {
  await page.goto('/')
  const links = appShell(page).sidebar.getByRole('link')
  await expect(links).toHaveText(items.map(({ name }) => name))
})

test('the back button returns to the visited screens in order', async ({ page }) => {
  await page.goto('/')
  const { sidebar } = appShell(page)
  await sidebar.getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  await sidebar.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a group of the sidebar collapses and expands @long', async ({ page }) => {
  await page.goto('/user')
  const group = page.getByRole('button', { name: 'Expenses' })
  const item = page.getByRole('link', { name: 'All Expenses' })
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(item).toBeHidden()
  await group.click()
  await expect(item).toBeVisible()
})

// @holds spec 1.11, 1.12, 2.4, 2.5, 2.15, 2.27, 2.29, decision 22.1, asvs 7.4.4
test('the header has a logo that leads home, a search box without function, and the user menu', async ({
  page,
}) => {
  await page.goto('/user')
  await expect(page.getByText('Coming Soon...')).toBeVisible()
  const header = page.getByRole('banner')

  await header.getByRole('searchbox', { name: 'Search' }).fill('beans')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user')

  await appShell(page).openAccount()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)

  await header.getByRole('link', { name: 'Stockie POS' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a click in the sidebar takes effect at once, even if the screen loads slowly', async ({
  page,
}) => {
  const release = await holdResponses(page, '**/assets/users-page-*.js')
  await page.goto('/sales')
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeVisible()

  const link = page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true })
  await link.click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  await expect(page).toHaveURL('/user')
  await expect(page).toHaveTitle('Loading · Stockie')
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'Sales Management' })).toBeHidden()

  release()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect(page).toHaveTitle('User Management · Stockie')
})

test('every screen is prefetched and opens without another request', async ({ page }) => {
  const prefetched = ['users', 'profile', 'dashboard'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-page-`)),
  )
  await page.goto('/sales')
  await Promise.all(prefetched)
  await page.route('**/assets/users-page-*.js', (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})
