import { buffer } from 'node:stream/consumers'

import { openPromise } from 'yauzl'

import { expect, test } from '../../support/fixtures'
import { longUnless } from '../../support/long-form'

const tab = '/profile?tab=backups'

async function readArchive(file: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const zip = await openPromise(file)
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    texts[entry.fileName] = content.toString()
  }
  return texts
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${size.width} px, as the owner`, () => {
    test.use({ as: 'owner', viewport: size, colorScheme: 'dark' })

    test(`an owner exports everything by keyboard, and the archive holds the shop${longUnless(size.width === 1280)}`, async ({
      page,
      shop,
    }) => {
      const customers = await shop.list('customers')
      await page.goto(tab)
      const button = page.getByRole('button', { name: 'Export everything' })
      await button.focus()
      const downloading = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^stockie-export-\d{4}-\d\d-\d\d\.zip$/)
      await expect(page.getByText(/The download has started/)).toBeVisible()
      await expect(button).toBeFocused()
      await expect(page).toHaveURL(tab)

      const archive = await readArchive(await download.path())
      expect(Object.keys(archive)).toHaveLength(19)
      expect(archive['README.txt']).toContain('Everything in the shop, exported from Stockie')
      const [titles, ...rows] = (archive['customers.csv'] ?? '').trimEnd().split('\r\n')
      expect(titles).toMatch(/^\uFEFFID [0-9a-f]{8},Name,Email,Phone,Address$/)
      expect(rows).toHaveLength(customers.length)
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('the owner reads why a third export does not start, and can try again @long', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const detail = 'Two exports are being downloaded. Try again when one of them is complete.'
    await page.route('**/api/v1/export/ticket', (route) =>
      route.fulfill({ status: 409, json: { detail } }),
    )
    await page.goto(tab)
    const button = page.getByRole('button', { name: 'Export everything' })
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible()
    await page.unroute('**/api/v1/export/ticket')
    const downloading = page.waitForEvent('download')
    await button.click()
    await downloading
    await expect(page.getByText(detail)).toHaveCount(0)
  })
})

test.describe('as a manager', () => {
  test.use({ as: 'manager' })

  test('only the owner sees the export of everything @long', async ({ page }) => {
    await page.goto(tab)
    await expect(page.getByText('Your account, and how you sign in.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export everything' })).toHaveCount(0)
  })
})
