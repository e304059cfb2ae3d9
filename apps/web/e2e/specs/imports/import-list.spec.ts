import { importDialog } from '../../pages/import-dialog'
import { viewportSizes } from '../../pages/screen-states'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'

test.use({ as: 'manager' })

test('an import that was left is finished from the profile, and undone there in another tab @long', async ({
  page,
  context,
  shop,
}) => {
  const word = uniqueWord()
  const fileName = `${word}.csv`
  await page.goto('/supplier')
  const first = importDialog(page, 'suppliers')
  await first.open()
  await first.choose(`Name\n${word}\n`, fileName)
  await expect(first.step('Match columns')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first.dialog).toHaveCount(0)

  await page.goto('/profile?tab=imports')
  const other = await context.newPage()
  await other.goto('/profile?tab=imports')
  const item = (of: typeof page) => of.getByRole('listitem').filter({ hasText: fileName })
  await item(page).getByRole('button', { name: 'Continue' }).click()
  const { dialog, button, preview } = importDialog(page, 'suppliers')
  await preview()
  await button('Import 1 supplier').click()
  await expect(dialog.getByText('The import is done.')).toBeVisible()
  await button('Close').click()
  const names = async () => (await shop.list<{ name: string }>('suppliers')).map(({ name }) => name)
  expect(await names()).toContain(word)

  // The other tab hears of it by itself.
  await item(other).getByRole('button', { name: 'Undo import' }).click({ timeout: 30_000 })
  const question = other.getByRole('alertdialog', { name: 'Undo import' })
  await expect(question).toContainText(`This deletes 1 supplier that ${fileName} added.`)
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect(
    item(other).getByText('1 record deleted, 0 changed back, 0 left alone.'),
  ).toBeVisible()
  expect(await names()).not.toContain(word)
})

test('the whole import works by keyboard alone @long', async ({ page, shop }) => {
  const word = uniqueWord()
  await page.goto('/expense-category')
  const opener = page.getByRole('main').getByRole('button', { name: 'Import', exact: true })
  const { dialog, step, button, choose } = importDialog(page, 'expense categories')
  // Early: the browser begins to report file choosers only some time after the request.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await tabTo(page, button('Choose file'))
  await page.keyboard.press('Enter')
  await chooser
  await choose(`Name\n${word}\n`)
  await expect(step('Match columns')).toBeFocused()
  await tabTo(page, button('Preview'))
  await page.keyboard.press('Enter')
  await expect(step('Preview')).toBeFocused()
  await tabTo(page, button('Import 1 expense category'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The import is done.')).toBeVisible()
  await tabTo(page, button('Undo import'))
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' })
  await tabTo(page, confirm)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The import was undone.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  const names = (await shop.list<{ name: string }>('expense-categories')).map(({ name }) => name)
  expect(names).not.toContain(word)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`a phone imports from the View menu, without a violation of axe, in ${scheme} mode @long`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(viewportSizes.small)
    await page.goto('/product')
    await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    const { dialog, step, choose, preview, tab, button, undo } = importDialog(page, 'products')
    const word = uniqueWord()
    const check = async () => {
      expect(await findAccessibilityViolations(page)).toEqual([])
      const box = await dialog.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    }
    await expect(step('Choose a file')).toBeVisible()
    await check()
    await choose(`Name,Category,Cost,Price\n${word},Tea,3,7\n${word} 2,${word},3,7\n`)
    await expect(step('Match columns')).toBeVisible()
    await check()
    await preview()
    await check()
    await tab('Refused (1)').click()
    await check()
    await button('Import 1 product').click()
    await expect(dialog.getByText('The import is done.')).toBeVisible()
    await check()
    await undo()
    await check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByRole('button', { name: 'View' })).toBeFocused()
    await page.goto('/profile?tab=imports')
    await expect(page.getByRole('list', { name: 'Imports' })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
}

test('the progress of a slow upload moves nothing, and Escape cancels it @long', async ({
  page,
}) => {
  await page.route('**/api/v1/imports?*', () => {})
  await page.goto('/customer')
  const { dialog, open, choose, button } = importDialog(page, 'customers')
  await open()
  const box = () => button('Cancel').boundingBox()
  const before = await box()
  await choose('Name\nAda\n')
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  expect(await box()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toHaveText('The upload was cancelled.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a search moves no row below the toolbar, which has the import beside the other buttons @long', async ({
  page,
}) => {
  await page.setViewportSize(viewportSizes.wide)
  for (const path of ['/product', '/customer', '/expense?from=2020-01-01&to=2035-12-30']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('button', { name: 'Import' })).toBeVisible()
    const title = page.getByRole('columnheader', { name: 'Name' })
    const before = await title.boundingBox()
    await page.getByRole('searchbox', { name: /^Search / }).fill('e')
    await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible()
    expect((await title.boundingBox())?.y).toBe(before?.y)
  }
})
