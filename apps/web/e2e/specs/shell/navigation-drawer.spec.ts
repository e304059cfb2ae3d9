import { expect, test } from '../../support/fixtures'

test.use({ as: 'cashier', viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page }) => {
  await page.goto('/user')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
})

// @holds spec 2.13, 6.4
test('holds every item and takes the keyboard in', async ({ page }) => {
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link')).toHaveCount(10)
  await expect(drawer.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  // A screen reader finds nothing of what lies behind.
  await expect(page.getByRole('banner')).toHaveCount(0)
  // However far one goes, one stays inside.
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    await expect(drawer.locator(':focus')).toHaveCount(1)
  }
})

// @holds spec 2.14
test('closes on Escape and gives the focus back', async ({ page }) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeFocused()
  await expect(page).toHaveURL('/user')
})

// @holds spec 2.14
test('closes on picking an item, which is then shown', async ({ page }) => {
  await page.getByRole('dialog').getByRole('link', { name: 'Suppliers' }).click()
  await expect(page.getByRole('heading', { name: 'Supplier Management' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

// @holds spec 2.14
test('closes on picking the screen that is shown already', async ({ page }) => {
  await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

test('closes on a touch beside it and by its button', async ({ page }) => {
  await page.mouse.click(370, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('closes when one goes back', async ({ page }) => {
  await page.getByRole('dialog').getByRole('link', { name: 'Suppliers' }).click()
  await expect(page.getByRole('heading', { name: 'Supplier Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
})

// @holds spec 2.13
test('closes when the window becomes wide enough for the sidebar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
})

test('what darkens the page fades with the panel', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // As they begin: once the panel has ended, what is left of the other goes with it.
  const begun = await page.evaluateHandle(() => {
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
    .poll(() => begun.evaluate((exits) => exits.toSorted()))
    .toEqual(['sheet-content 0.2s', 'sheet-overlay 0.2s'])
})
