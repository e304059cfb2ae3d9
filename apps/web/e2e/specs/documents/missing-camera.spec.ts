import { createDocumentPage } from '../../pages/create-document-page'
import { scanDialog } from '../../pages/scan-dialog'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test as base } from '../../support/fixtures'

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const args = [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream=device-count=0',
      ]
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
})
test.use({ as: 'cashier' })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the scanner says that the device has no camera, in a ${colorScheme} window @long`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await createDocumentPage(page, 'sales').open()
    const { button, alert, close } = scanDialog(page)
    await button.click()
    await expect(alert).toHaveText('This device has no camera. Type the code instead.')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.setViewportSize(viewportSizes.small)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await close.click()
    await expect(button).toBeFocused()
  })
}

test('the scanner says that the browser refuses the camera, and tries again by keyboard @long', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let isRefused = true
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (wanted) => {
      if (!isRefused) return open(wanted)
      isRefused = false
      return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    }
  })
  await createDocumentPage(page, 'purchases').open()
  const { dialog, button, alert, close } = scanDialog(page)
  await button.click()
  await expect(alert).toContainText('The browser may not use the camera.')
  await dialog.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(close).toBeFocused()
  await expect(alert).toContainText('This device has no camera.')
})
