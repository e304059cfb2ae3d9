import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier', viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page }) => {
  const { drawer, drawerButton } = appShell(page)
  await page.goto('/user')
  await drawerButton.click()
  await expect(drawer).toBeVisible()
})

// @holds spec 2.13, 6.4
test('the drawer has every item and keeps the keyboard focus', async ({ page }) => {
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link')).toHaveCount(10)
  await expect(drawer.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  // Screen readers must not find the page behind the drawer.
  await expect(page.getByRole('banner')).toHaveCount(0)
  // Tab must never leave the drawer.
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    await expect(drawer.locator(':focus')).toHaveCount(1)
  }
})

// @holds spec 2.14
test('the drawer closes on Escape and returns the focus @long', async ({ page }) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(appShell(page).drawerButton).toBeFocused()
  await expect(page).toHaveURL('/user')
})

// @holds spec 2.14
test('the drawer closes and shows the chosen screen', async ({ page }) => {
  await page.getByRole('dialog').getByRole('link', { name: 'Suppliers' }).click()
  await expect(page.getByRole('heading', { name: 'Supplier Management' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

// @holds spec 2.14
test('the drawer closes when the current screen is chosen @long', async ({ page }) => {
  await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

test('the drawer closes on a click outside and by its button @long', async ({ page }) => {
  await page.mouse.click(370, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await appShell(page).drawerButton.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

// @holds spec 2.13
test('the drawer closes when the window becomes wide enough for the sidebar @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(appShell(page).sidebar).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(appShell(page).drawerButton).toBeVisible()
})

test('the overlay of the drawer fades out together with its panel @long', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // Record the start of each animation: the end of the panel's animation removes the overlay too.
  const started = await page.evaluateHandle(() => {
    const exits: string[] = []
    document.addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName !== 'exit' || !(target instanceof Element)) return
      const { animationDuration } = getComputedStyle(target)
      exits.push(`${target.getAttribute('data-slot')} ${animationDuration}`)
    })
    return exits
  })
  await page.keyboard.press('Escape')
  await expect
    .poll(() => started.evaluate((exits) => exits.toSorted()))
    .toEqual(['sheet-content 0.2s', 'sheet-overlay 0.2s'])
})
