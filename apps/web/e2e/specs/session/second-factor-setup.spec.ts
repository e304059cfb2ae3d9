import { logIn } from '../../pages/login-page'
import { secondFactorCard } from '../../pages/profile/second-factor-card'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { appCode } from '../../support/second-factor'

test('a setup whose answer was lost is followed by new recovery codes @long', async ({
  page,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const card = secondFactorCard(page)
  await page.route('**/auth/second-factor/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto('/profile')
  await logIn(page, newcomer)
  await card.turnOn.click()
  const secret = await card.secret()
  await card.code.fill(appCode(secret))
  await card.code.press('Enter')
  await expect(card.lostCodes).toBeVisible()
  await expect(card.password).toBeFocused()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await card.prove({ password: newcomer.password, code: appCode(secret, 'next') })
  await expect(card.codes).toHaveCount(10)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(card.badge).toBeVisible()
  await expect(card.turnOff).toBeFocused()
})

test('a setup that another tab has replaced begins again @long', async ({
  page,
  context,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  const card = secondFactorCard(page)
  await page.goto('/profile')
  await logIn(page, newcomer)
  await card.turnOn.click()
  const replaced = await card.secret()
  const other = await context.newPage()
  await other.goto('/profile')
  await secondFactorCard(other).turnOn.click()
  expect(await secondFactorCard(other).secret()).not.toBe(replaced)
  await card.code.fill(appCode(replaced))
  await card.code.press('Enter')
  await expect(card.code).toHaveAccessibleDescription('The code is not correct.')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Begin again' }).click()
  await expect(card.setup).not.toContainText(replaced.slice(0, 4))
  await expect(card.code).toBeFocused()
  await page.keyboard.type(appCode(await card.secret()))
  await page.keyboard.press('Enter')
  await expect(card.codes).toHaveCount(10)
})

test('the codes are selected if the page cannot copy them @long', async ({ page, newcomer }) => {
  // As over plain HTTP.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
  const card = secondFactorCard(page)
  await page.goto('/profile')
  await logIn(page, newcomer)
  await card.turnOn.click()
  const secret = await card.secret()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(card.setup.getByRole('status')).toHaveText(
    /^Selected\. Press (Ctrl\+|⌘)C to copy\.$/,
  )
  const selected = await page.evaluate(() => getSelection()?.toString())
  expect(selected?.replaceAll(/\s/g, '')).toBe(secret)
})
