import { openStaffForm, staffPage } from '../../pages/profile/staff-page'
import { expect } from '../../support/fixtures'
import { uniqueWord, type ShopApi } from '../../support/shop-api'
import { test } from '../../support/people/two-people'

test.use({ as: 'owner' })

interface Member {
  id: number
  name: string
  email: string
  role: number
  version: number
}

/** Adds a cashier that only the test uses. */
async function enterCashier(shop: ShopApi) {
  const name = uniqueWord()
  const email = `${name.toLowerCase()}@shop.test`
  const { user } = await shop.enter<{ user: Member }>('users', { name, email, role: 3 })
  const saved = async () =>
    (await shop.list<Member>('users')).find((account) => account.id === user.id)
  return { ...user, saved }
}

test('two owners who change different fields of an account are both right @long', async ({
  page,
  secondOwner,
  shop,
}) => {
  const { name, saved } = await enterCashier(shop)
  const theirs = await openStaffForm(secondOwner, name)
  const mine = await openStaffForm(page, name)
  await theirs.select('Role', 'Manager')
  await theirs.save()
  await theirs.expectSaved()
  await mine.fill('Name', `${name} Castellano`)
  await mine.save()
  await mine.expectSaved()
  await expect(page.getByText('Failed to update account')).toHaveCount(0)
  await expect(staffPage(page).row(name)).toContainText('Manager')
  expect(await saved()).toMatchObject({ name: `${name} Castellano`, role: 2, version: 3 })
})

for (const [choice, role] of [
  ['Theirs Owner', 1],
  ['Mine Manager', 2],
] as const) {
  test(`of a role that two owners changed, ${choice} is saved @long`, async ({
    page,
    secondOwner,
    shop,
  }) => {
    const { id, name, email, saved } = await enterCashier(shop)
    const theirs = await openStaffForm(secondOwner, name)
    const mine = await openStaffForm(page, name)
    await theirs.select('Role', 'Owner')
    await theirs.save()
    await theirs.expectSaved()
    await mine.select('Role', 'Manager')
    await mine.save()
    await expect(mine.notice).toHaveText(/^Nora Lindqvist changed this record at \d\d:\d\d$/)
    await expect(mine.field('Role')).toHaveValue('2')
    // Nothing is overwritten before the choice.
    await mine.save()
    await expect(mine.missed).toBeVisible()
    expect(await saved()).toMatchObject({ role: 1, version: 2 })
    await mine.choice(choice).check()
    await mine.save()
    await mine.expectSaved()
    expect(await saved()).toMatchObject({ name, email, role })
    // Other tests count the owners of the shop.
    await shop.remove(`users/${id}`)
  })
}

test('an account that another owner removed cannot be saved, and its form says so @long', async ({
  page,
  secondOwner,
  shop,
}) => {
  const { name, saved } = await enterCashier(shop)
  const mine = await openStaffForm(page, name)
  const staff = staffPage(secondOwner)
  await secondOwner.goto(staff.path)
  await staff.choose(name, 'Remove')
  await secondOwner.getByRole('button', { name: 'Remove' }).click()
  // The open question hides the rows.
  await expect(secondOwner.getByRole('alertdialog')).toHaveCount(0)
  await expect(staff.row(name)).toHaveCount(0)

  await mine.fill('Name', `${name} Castellano`)
  await mine.save()
  await expect(mine.notice).toHaveText(/^Nora Lindqvist removed this account at \d\d:\d\d$/)
  const advice = 'What you entered cannot be saved. Add the account again if it is still needed.'
  await expect(mine.dialog.getByText(advice)).toBeVisible()
  await expect(page.getByText('Failed to update account')).toHaveCount(0)
  await expect(mine.button('Save')).toBeDisabled()
  await mine.button('Cancel').click()
  await expect(staffPage(page).row(name)).toHaveCount(0)
  // The form is not kept.
  await page.reload()
  await expect(staffPage(page).row('Nora Lindqvist')).toBeVisible()
  await expect(mine.dialog).toHaveCount(0)
  expect(await saved()).toBeUndefined()
})
