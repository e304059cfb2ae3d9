import { lastMonthQuery, lastOfMonth, tradingDay } from '../../pages/dashboard-page'
import { exportDialog } from '../../pages/export-dialog'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

test.use({ as: 'cashier' })

const month = tradingDay.slice(0, 7)
const days = `${month}-01-to-${month}-${lastOfMonth}`

test('an export says that the items failed to load, and Try again writes them @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 500/)
  await page.goto(`/sales?${lastMonthQuery}`)
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('With items').check()
  const path = /\/api\/v1\/sales\?(?!.*lines=none)/
  await page.route(path, (route) => route.fulfill({ status: 500, json: { status: 500 } }))
  await screen.button.click()
  await expect(screen.dialog.getByRole('alert')).toHaveText(
    'Error: Failed to load the items. Please try again.',
  )
  const retry = screen.dialog.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeFocused()
  await page.unroute(path)
  const [download] = await Promise.all([page.waitForEvent('download'), retry.click()])
  expect(download.suggestedFilename()).toBe(`sales-items-${days}.csv`)
})

test('Cancel stops an export that waits, a second click on Export starts no second one, and Escape leaves no file @long', async ({
  page,
}) => {
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await page.goto(`/sales?${lastMonthQuery}`)
  const screen = exportDialog(page)
  await screen.open()
  await screen.field('With items').check()
  let requests = 0
  page.on('request', (request) => {
    if (/\/sales\?(?!.*lines=none)/.test(request.url())) requests += 1
  })
  const release = await holdResponses(page, /\/api\/v1\/sales\?(?!.*lines=none)/)
  await screen.button.focus()
  await page.keyboard.press('Enter')
  await expect(screen.dialog.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => requests).toBe(1)
  await expect(screen.dialog.getByRole('status')).toHaveText('Loading the items...')
  await screen.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen.dialog.getByRole('status')).toContainText('Export cancelled.')
  expect(requests).toBe(1)
  await screen.button.click()
  await page.keyboard.press('Escape')
  await expect(screen.dialog).toHaveCount(0)
  await expect(screen.opener).toBeFocused()
  release()
  await page.reload()
  expect(downloads).toEqual([])
})

for (const size of ['wide', 'small'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`on a ${size} screen in ${colorScheme} colours`, () => {
      test.use({ viewport: viewportSizes[size], colorScheme })

      test('Export is reached by keyboard, has no accessibility violations and returns the focus @long', async ({
        page,
      }) => {
        await page.goto(`/sales?${lastMonthQuery}`)
        const screen = exportDialog(page)
        const view = page
          .getByRole('main')
          .getByRole('button', { name: 'View', exact: true })
          .first()
        const opener = size === 'small' ? view : screen.opener
        for (const round of [1, 2]) {
          await opener.focus()
          await page.keyboard.press('Enter')
          if (size === 'small') {
            await page.keyboard.press('End')
            await expect(page.getByRole('menuitem', { name: 'Export' })).toBeFocused()
            await page.keyboard.press('Enter')
          }
          await expect(screen.field('Format')).toBeFocused()
          if (round === 1) expect(await findAccessibilityViolations(page)).toEqual([])
          const box = await screen.dialog.boundingBox()
          expect(box?.width).toBeLessThanOrEqual(viewportSizes[size].width)
          await page.keyboard.press('Escape')
          await expect(screen.dialog).toHaveCount(0)
          await expect(opener).toBeFocused()
        }
        await opener.focus()
        await page.keyboard.press('Enter')
        if (size === 'small') await page.getByRole('menuitem', { name: 'Export' }).press('Enter')
        await screen.button.focus()
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.keyboard.press('Enter'),
        ])
        expect(download.suggestedFilename()).toBe(`sales-${days}.csv`)
        await expect(opener).toBeFocused()
      })
    })
  }
}
