import { accounts } from '../../support/accounts'
import { openRecordForm } from '../../pages/record-form'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { openColleague } from '../../support/people/colleague'
import { expect } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'
import { tabTo } from '../../support/tab-to'
import { test } from '../../support/people/two-people'

test.use({ as: 'cashier' })

test('two persons who change different fields are both right', async ({ page, customer }) => {
  const { mine, theirs, saved } = customer
  await theirs.fill('Phone', '200')
  await theirs.save()
  await theirs.expectSaved()
  await mine.fill('Address', 'Quay 2')
  await mine.save()
  await mine.expectSaved()
  await expect(page.getByText('Failed to update customer')).toHaveCount(0)
  expect(await saved()).toMatchObject({ phone: '200', address: 'Quay 2', version: 3 })
})

test('two persons who change a field to the same value see no question @long', async ({
  customer,
}) => {
  const { mine, theirs, saved } = customer
  await theirs.fill('Phone', '200')
  await theirs.save()
  await theirs.expectSaved()
  await mine.fill('Phone', ' 200')
  await mine.save()
  await mine.expectSaved()
  expect(await saved()).toMatchObject({ phone: '200', version: 2 })
})

for (const [choice, phone] of [
  ['Theirs 200', '200'],
  ['Mine 300', '300'],
] as const) {
  test(`of a field that both changed, ${choice} is saved @long`, async ({ customer }) => {
    const { mine, theirs, saved } = customer
    await theirs.fill('Phone', '200')
    await theirs.save()
    await theirs.expectSaved()
    await mine.fill('Phone', '300')
    await mine.save()
    await expect(mine.notice).toHaveText(/^Samuel Okafor changed this record at \d\d:\d\d$/)
    await expect(mine.field('Phone')).toHaveValue('300')
    // Nothing is overwritten before the choice.
    await mine.save()
    await expect(mine.missed).toBeVisible()
    expect(await saved()).toMatchObject({ phone: '200', version: 2 })
    await mine.choice(choice).check()
    await expect(mine.field('Phone')).toHaveValue(phone)
    await mine.save()
    await mine.expectSaved()
    expect(await saved()).toMatchObject({ phone, address: 'Quay 1' })
  })
}

test('a question is answered with the keyboard alone @long', async ({ page, customer }) => {
  const { mine, theirs, saved } = customer
  await theirs.fill('Phone', '200')
  await theirs.fill('Address', 'Quay 2')
  await theirs.save()
  await theirs.expectSaved()
  await mine.field('Phone').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('300')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Quay 3')
  await page.keyboard.press('Enter')
  await expect(mine.choice('Theirs 200')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(mine.choice('Mine 300')).toBeChecked()
  // Enter saves, and leads to the next question.
  await page.keyboard.press('Enter')
  await expect(mine.choice('Theirs Quay 2')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(mine.field('Address')).toHaveValue('Quay 2')
  await tabTo(page, mine.button('Save'))
  await page.keyboard.press('Enter')
  await mine.expectSaved()
  expect(await saved()).toMatchObject({ phone: '300', address: 'Quay 2' })
})

test('a third person in between is merged too @long', async ({ customer, browser, stockie }) => {
  const { id, name, mine, theirs, saved } = customer
  const owner = await openColleague(browser, stockie, accounts.owner)
  const third = await openRecordForm(owner, 'customers', name)
  await theirs.fill('Phone', '200')
  await theirs.save()
  await theirs.expectSaved()
  await mine.fill('Phone', '300')
  await mine.save()
  await mine.choice('Mine 300').check()
  await third.fill('Address', 'Quay 4')
  await third.fill('Phone', '400')
  await third.save()
  await third.choice('Mine 400').check()
  await third.save()
  await third.expectSaved()

  await mine.save()
  await expect(mine.notice.first()).toHaveText(/^Nora Lindqvist changed this record at/)
  await expect(mine.notice).toHaveCount(2)
  await expect(mine.field('Address')).toHaveValue('Quay 4')
  await mine.choice('Theirs 400').check()
  await mine.fill('Name', `${name} B.`)
  await mine.save()
  await mine.expectSaved()
  const expected = { id, name: `${name} B.`, phone: '400', address: 'Quay 4', version: 4 }
  expect(await saved()).toMatchObject(expected)
  await owner.context().close()
})

test('a record that was deleted meanwhile is restored and saved @long', async ({
  page,
  customer,
  consoleErrors,
  manager,
}) => {
  const { id, mine, theirs, saved } = customer
  await theirs.button('Cancel').click()
  await manager.getByRole('row').getByRole('button', { name: 'Delete' }).click()
  const confirm = manager.getByRole('alertdialog', { name: 'Confirm Delete' })
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(confirm).toHaveCount(0)
  await expect.poll(saved).toBeUndefined()

  await mine.fill('Phone', '300')
  await mine.save()
  await expect(mine.notice).toHaveText(/^Samuel Okafor deleted this record at \d\d:\d\d$/)
  await expect(page.getByText('Failed to update customer')).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
  // The answer to the restore is lost, and so the restore is repeated.
  await page.route('**/api/v1/customers/restore', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  consoleErrors.allow(/net::ERR_/)
  await mine.button('Restore and save').click()
  await expect(mine.dialog.getByText(/cannot be reached/)).toBeVisible()
  await page.unroute('**/api/v1/customers/restore')
  await mine.button('Restore and save').click()
  await mine.expectSaved()
  expect(await saved()).toMatchObject({ id, phone: '300', version: 2 })
})

for (const resource of ['suppliers', 'categories', 'expense-categories']) {
  test(`two persons who rename one of the ${resource} are asked @long`, async ({
    page,
    manager,
    shop,
  }) => {
    const name = uniqueWord()
    const { id } = await shop.enter(resource, { name })
    const theirs = await openRecordForm(manager, resource, name)
    const mine = await openRecordForm(page, resource, name)
    await theirs.fill('Name', `${name} A`)
    await theirs.save()
    await theirs.expectSaved()
    await mine.fill('Name', `${name} B`)
    await mine.save()
    await expect(mine.notice).toHaveText(/^Samuel Okafor changed this record at \d\d:\d\d$/)
    await expect(mine.choice(`Theirs ${name} A`)).toBeFocused()
    await mine.choice(`Mine ${name} B`).check()
    await mine.save()
    await mine.expectSaved()
    const rows = await shop.list<{ id: number }>(resource)
    expect(rows.find((row) => row.id === id)).toMatchObject({ name: `${name} B`, version: 3 })
  })
}
