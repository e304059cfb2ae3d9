import { expect, test } from '../../support/fixtures'
import { holdResponses, keepAsLoaded } from '../../support/held-responses'
import { longUnless } from '../../support/long-form'
import { fillField, listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'
import { recordScreenOf, recordScreens } from '../../pages/record-screens'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const screen of listScreens) {
  const { resource, noun } = screen

  // @holds spec 2.62, 2.63, 2.83, 2.84, 2.95, 2.96, 2.110, 2.111, 4.12, 8.5, 8.6, 8.16, 8.19, 8.25
  // @holds decision 20.1
  test(`the ${noun} list reports slow and failed loading in place and loads on Try again${longUnless(noun === 'Sales')}`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 500/)
    const list = listPage(page, screen)
    const url = new RegExp(`/api/v1/${resource}(\\?|$)`)
    const release = await holdResponses(page, url)
    await list.open()
    await expect(page.getByText(screen.loading)).toBeVisible()
    const measureTop = async () => (await page.getByText(/^Page \d+ of \d+$/).boundingBox())?.y
    const whileLoading = await measureTop()
    release()
    await expect(page.getByText(screen.loading)).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: /^Select all/ })).toBeEnabled()
    expect(await measureTop()).toBe(whileLoading)

    await page.unroute(url)
    await keepAsLoaded(page)
    await page.route(url, (route) => route.fulfill({ status: 500 }))
    await page.reload()
    const records = screen.loading.replace('Loading ', '').replace('...', '')
    await expect(page.getByText(`Failed to load ${records}. Please try again.`)).toBeVisible()
    await expect(page.getByRole('main').getByText(screen.failed)).toBeVisible()
    expect(await measureTop()).toBe(whileLoading)
    await page.unroute(url)
    await list.button('Try again').click()
    await expect(page.getByRole('main').getByText(screen.failed)).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: /^Select all/ })).toBeEnabled()
  })
}

for (const screen of recordScreens) {
  const { resource, noun, singular, plural } = screen

  test.describe(`${noun}${longUnless(noun === 'Expense')}`, () => {
    // @holds spec 2.71, 8.8-8.10, 8.13-8.15, 8.18, 8.22-8.24, 8.28-8.31, 8.34-8.37
    test('a failed save or delete shows an error and loses no input', async ({
      page,
      shop,
      consoleErrors,
    }) => {
      consoleErrors.allow(/status of 500/)
      const list = listPage(page, screen)
      const name = uniqueWord()
      await shop.enter(resource, await screen.body(shop, name))
      await list.open()
      await list.search(name)
      const writes = new RegExp(`/api/v1/${resource}/(\\d+|bulk)$`)
      await page.route(writes, (route) =>
        route.fulfill({ status: 500, json: { detail: 'It went wrong.' } }),
      )
      await list.row(name).getByRole('button', { name: 'Edit' }).click()
      await fillField(list.dialog, 'Name', `${name} renamed`)
      await list.save()
      await expect(list.dialog.getByRole('alert')).toHaveText('Error: It went wrong.')
      await expect(page.getByText(`Failed to update ${singular}. Please try again.`)).toBeVisible()
      await expect(list.dialog.getByLabel('Name', { exact: true })).toHaveValue(`${name} renamed`)
      await list.dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(list.dialog).toHaveCount(0)

      await list.row(name).getByRole('button', { name: 'Delete' }).click()
      await list.confirm.getByRole('button', { name: 'Delete' }).click()
      await expect(
        page.getByText(`Could not delete ${singular}. Please try again later.`),
      ).toBeVisible()
      await list.confirm.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await list.button('Delete (1)').click()
      await expect(
        page.getByText(`Failed to delete selected ${plural}. Please try again.`),
      ).toBeVisible()
      await expect(list.row(name)).toBeVisible()
      await expect(list.button('Delete (1)')).toBeEnabled()
    })

    // @holds spec 2.70
    test('a slow save locks the form, and a double click creates one record @long', async ({
      page,
      shop,
    }) => {
      const list = listPage(page, screen)
      const name = uniqueWord()
      await shop.enter(resource, await screen.body(shop, `${name} before`))
      await list.open()
      await list.button('Create').click()
      await fillField(list.dialog, 'Name', name)
      for (const { label, value, isSelect } of screen.fields) {
        await fillField(list.dialog, label, value, isSelect)
      }
      let posts = 0
      page.on('request', (request) => {
        if (request.method() === 'POST') posts += 1
      })
      const release = await holdResponses(page, new RegExp(`/api/v1/${resource}$`))
      await list.dialog.getByRole('button', { name: 'Save' }).dblclick()
      await expect(list.dialog.getByLabel('Name', { exact: true })).toBeDisabled()
      await expect(list.dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
      await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
      await page.keyboard.press('Escape')
      await expect(list.dialog).toBeVisible()
      release()
      await expect(list.dialog).toHaveCount(0)
      expect(posts).toBe(1)
      const records = await shop.list<{ id: number; name: string }>(resource)
      expect(records.filter((row) => row.name === name)).toHaveLength(1)
    })
  })
}

// @holds decision 15.4
test('an expense whose answer was lost is recorded once if it is saved again', async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.allow(/net::ERR_/)
  const screen = recordScreenOf('expenses')
  const list = listPage(page, screen)
  const name = uniqueWord()
  await shop.enter('expenses', await screen.body(shop, `${name} before`))
  await list.open()
  await list.button('Create').click()
  await fillField(list.dialog, 'Name', name)
  for (const { label, value, isSelect } of screen.fields) {
    await fillField(list.dialog, label, value, isSelect)
  }
  await page.route('**/api/v1/expenses', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await list.save()
  await expect(list.dialog.getByRole('alert')).toContainText('Stockie cannot be reached.')
  await page.unroute('**/api/v1/expenses')
  await list.save()
  await expect(list.dialog).toHaveCount(0)
  const records = await shop.list<{ name: string }>('expenses')
  expect(records.filter((row) => row.name === name)).toHaveLength(1)
})
