import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import type { Locator } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { logIn, loginCode } from '../../pages/login-page'
import { secondFactorCard } from '../../pages/profile/second-factor-card'
import { staffPage } from '../../pages/profile/staff-page'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { appCode, turnOnSecondFactor } from '../../support/second-factor'
import { tabTo } from '../../support/tab-to'

const wrongCode = 'aaaa-bbbb-cccc'
const viewports = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const { width, height, colorScheme } of viewports) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme })

    // @holds asvs 6.3.3
    test(`a second factor is turned on by keyboard, signs in, and is turned off${longUnless(width === 390)}`, async ({
      page,
      browser,
      stockie,
      newcomer,
      consoleErrors,
    }, testInfo) => {
      consoleErrors.allow(/status of 4(01|22)/)
      const card = secondFactorCard(page)
      await page.goto('/profile')
      await logIn(page, newcomer)
      await tabTo(page, card.turnOn)
      await page.keyboard.press('Enter')
      await expect(card.code).toBeFocused()
      const secret = await card.secret()
      const picture = testInfo.outputPath('qr-code.png')
      const address = await scanQrCode(card.qrCode, picture)
      if (address !== undefined) {
        expect(address).toMatch(/^otpauth:\/\/totp\/Stockie/)
        expect(address).toContain(`secret=${secret}`)
        expect(decodeURIComponent(address)).toContain(newcomer.email)
      }

      await page.keyboard.type(wrongCode)
      await page.keyboard.press('Enter')
      await expect(card.code).toHaveAccessibleDescription('The code is not correct.')
      await expect(card.code).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(appCode(secret))
      await page.keyboard.press('Enter')
      await expect(card.codes).toHaveCount(10)
      const codes = await card.codes.allInnerTexts()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)

      await tabTo(page, page.getByRole('button', { name: 'Download' }))
      const downloading = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const download = await downloading
      expect(download.suggestedFilename()).toBe('stockie-recovery-codes.txt')
      expect(await readFile(await download.path(), 'utf8')).toContain(codes.join('\n'))
      await tabTo(page, page.getByRole('button', { name: 'Done' }))
      await page.keyboard.press('Enter')
      await expect(card.codesDialog).toHaveCount(0)
      await expect(card.turnOff).toBeFocused()
      await expect(card.badge).toBeVisible()

      const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
      const till = await elsewhere.newPage()
      const [first = '', second = ''] = codes
      await till.goto('/customer')
      await logIn(till, newcomer)
      await expect(loginCode(till)).toBeFocused()
      await expect(till.getByRole('alert')).toHaveCount(0)
      await till.keyboard.type(wrongCode)
      await till.keyboard.press('Enter')
      await expect(till.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
      await expect(loginCode(till)).toBeFocused()
      // Typing replaces the selected code.
      await till.keyboard.type(appCode(secret, 'next'))
      await till.keyboard.press('Enter')
      await expect(till.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
      await appShell(till).logOut()

      await logIn(till, newcomer)
      await loginCode(till).fill(first.toUpperCase())
      await till.keyboard.press('Enter')
      await expect(till.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await appShell(till).logOut()
      await logIn(till, newcomer)
      await loginCode(till).fill(first)
      await till.keyboard.press('Enter')
      await expect(till.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
      expect(till.url()).not.toContain(first)

      await page.keyboard.press('Enter')
      await card.prove({ password: 'not this one', code: second })
      await expect(card.password).toHaveAccessibleDescription('The password is not correct.')
      await card.prove({ password: newcomer.password, code: second })
      await expect(appShell(page).toast(/^Second factor turned off\./)).toBeVisible()
      await expect(card.badge).toHaveCount(0)
      await expect(card.turnOn).toBeFocused()
      await till.reload()
      await logIn(till, newcomer)
      await expect(till.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await elsewhere.close()
    })
  })
}

/** Returns undefined if no scanner is installed. */
async function scanQrCode(qrCode: Locator, picture: string) {
  await qrCode.screenshot({ path: picture })
  try {
    const { stdout } = await promisify(execFile)('zbarimg', ['-q', '--raw', picture])
    return stdout.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

test('new recovery codes replace the former ones @long', async ({
  page,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const [first = '', second = '', third = ''] = await turnOnSecondFactor(stockie, newcomer)
  const card = secondFactorCard(page)
  await page.goto('/profile')
  await logIn(page, newcomer)
  await loginCode(page).fill(first)
  await page.keyboard.press('Enter')
  await card.newCodes.click()
  await card.prove({ password: newcomer.password, code: second })
  await expect(appShell(page).toast(/^New recovery codes created\./)).toBeVisible()
  await expect(card.codes).toHaveCount(10)
  const [fresh = ''] = await card.codes.allInnerTexts()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(card.newCodes).toBeFocused()

  await appShell(page).logOut()
  await logIn(page, newcomer)
  await loginCode(page).fill(third)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toBeVisible()
  await loginCode(page).fill(fresh)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a login that was submitted before its script loaded asks for the code @long', async ({
  page,
  stockie,
  newcomer,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const [code = ''] = await turnOnSecondFactor(stockie, newcomer)
  const release = await holdResponses(page, /\/assets\/.*\.js$/)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await logIn(page, newcomer)
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(loginCode(page)).toBeFocused()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(loginCode(page)).toHaveAccessibleDescription('Please enter the code')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('a manager sets up the second factor that the owner requires, after the next sign-in @long', async ({
    page,
    browser,
    stockie,
    newcomer,
  }) => {
    await stockie.users(['role', newcomer.email, 'manager'])
    await page.goto(staffPage(page).path)
    const box = page.getByRole('checkbox', { name: 'Required for owners and managers' })
    await box.check()
    const saved = appShell(page).toast(/^Settings saved\./)
    await expect(saved).toBeVisible()
    try {
      const elsewhere = await browser.newContext({ baseURL: stockie.url, storageState: undefined })
      const office = await elsewhere.newPage()
      const card = secondFactorCard(office)
      await office.goto('/customer')
      await logIn(office, newcomer)
      await expect(office.getByRole('dialog', { name: 'Second Factor Required' })).toBeVisible()
      await office.keyboard.press('Escape')
      await office.getByRole('button', { name: 'Set up' }).click()
      await card.code.fill(appCode(await card.secret()))
      await card.code.press('Enter')
      await expect(card.codes).toHaveCount(10)
      await office.getByRole('button', { name: 'Done' }).click()
      await expect(office.getByRole('heading', { name: 'Customer Management' })).toBeVisible()
      await elsewhere.close()
    } finally {
      // The other tests sign in without a second factor.
      await box.uncheck()
      await expect(box).not.toBeChecked()
    }
    await page.reload()
    await expect(box).not.toBeChecked()
  })

  test('the second factor of a lost phone is turned off in the staff @long', async ({
    page,
    stockie,
    newcomer,
  }) => {
    await turnOnSecondFactor(stockie, newcomer)
    const staff = staffPage(page)
    await page.goto(staff.path)
    await expect(staff.row(newcomer.name)).toContainText('Second factor')
    await staff.choose(newcomer.name, 'Turn off second factor')
    await expect(page.getByRole('alertdialog')).toContainText(`For a lost phone: ${newcomer.name}`)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(appShell(page).toast(/^Second factor turned off\./)).toBeVisible()
    await expect(staff.row(newcomer.name)).not.toContainText('Second factor')
    await expect(staff.actions(newcomer.name)).toBeFocused()
    await stockie.newToken(newcomer)
    await staff.actions(newcomer.name).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Edit',
      'New password',
      'End sessions',
      'Remove',
    ])
  })
})
