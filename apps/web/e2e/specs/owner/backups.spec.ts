import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

import type { Locator, Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'

const tab = '/profile?tab=backups'

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${size.width} px, as the owner`, () => {
    test.use({ as: 'owner', viewport: size })

    test(`an owner makes a backup by keyboard, sees that it is verified, and downloads it${longUnless(size.width === 390)}`, async ({
      page,
    }) => {
      await page.goto('/profile')
      const link = page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
      await link.filter({ hasText: 'Backups' }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(tab)
      const rows = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
      // Before the list is loaded, it has no rows either.
      await expect(rows.or(page.getByText('There are no backups yet.')).first()).toBeVisible()
      const before = await rows.count()
      const button = page.getByRole('button', { name: 'Back up now' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('The backup was made and verified.')).toBeVisible({
        timeout: 60_000,
      })
      await expect(button).toBeFocused()
      await expect(rows).toHaveCount(before + 1)
      await expect(rows.first()).toContainText('Verified')
      await expect(rows.first()).toContainText(/\d+ products/)

      const downloading = page.waitForEvent('download')
      await rows
        .first()
        .getByRole('button', { name: /^Download/ })
        .click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^stockie-\d{8}T\d{6}Z\.sql\.gz$/)
      const text = gunzipSync(await readFile(await download.path())).toString()
      expect(text).toContain('-- A backup of Stockie.')
      await expect(page).toHaveURL(tab)
    })
  })
}

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('a second owner sees the backup that the first has started, and is told who it was @long', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    await page.clock.install()
    const job = {
      id: 7,
      state: 'running',
      done: 40,
      total: 100,
      error: null,
      name: null,
      requestedAt: '2026-11-21T14:03:00.000Z',
      requestedBy: 'Olivia Owner',
    }
    let jobs: object[] = []
    const message = 'Olivia Owner has started a backup, and it is not finished yet.'
    await page.route('**/api/v1/backups/jobs', (route) => route.fulfill({ json: jobs }))
    await page.route('**/api/v1/backups', (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      jobs = [job]
      return route.fulfill({ status: 409, json: { detail: message } })
    })
    await page.goto(tab)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '40')
    await expect(page.getByText('The backup is being made and compared: 40 %.')).toBeVisible()
    const bar = page.getByRole('progressbar')
    expect(await paintedColor(bar, 0.2)).toEqual(await cssColor(page, '--primary'))
    expect(await paintedColor(bar, 0.8)).toEqual(await cssColor(page, '--muted'))

    jobs = [{ ...job, state: 'failed', error: 'The folder is on a disk that is full.' }]
    await page.clock.runFor(2000)
    await expect(page.getByText('The folder is on a disk that is full.')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test('a notice tells the owner on every screen that no backup was verified in time @long', async ({
    page,
  }) => {
    const status = { provedAt: null, overdue: true, hours: 50 }
    await page.route('**/api/v1/backups/status', (route) => route.fulfill({ json: status }))
    await page.goto('/customer')
    const notice = page.getByRole('complementary', { name: 'Backup overdue' })
    await expect(notice).toContainText('No backup was verified in the last 50 hours.')
    await notice.getByRole('link', { name: 'Show the backups' }).click()
    await expect(page).toHaveURL(tab)
    await expect(page.getByText('No backup has been verified yet.')).toBeVisible()
    await expect(notice).toBeHidden()
  })
})

/** The color at a share of the width, as red, green and blue. */
async function paintedColor(bar: Locator, share: number) {
  const picture = (await bar.screenshot()).toString('base64')
  return bar.evaluate(
    async (_bar, [source, at]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const x = Math.floor(image.width * at)
      return [...(context?.getImageData(x, image.height / 2, 1, 1).data ?? [])].slice(0, 3)
    },
    [picture, share] as const,
  )
}

function cssColor(page: Page, name: string) {
  return page.evaluate((property) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) return []
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property)
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }, name)
}

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('only the owner sees the backups @long', async ({ page }) => {
    await page.goto(tab)
    await expect(page.getByText('Your account, and how you sign in.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
    await expect(appShell(page).userMenuButton).toBeVisible()
  })
})
