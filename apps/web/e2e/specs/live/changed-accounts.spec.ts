import { logIn } from '../../pages/login-page'
import { staffPage } from '../../pages/profile/staff-page'
import { expect, test } from '../../support/fixtures'
import { leaveRows, pollNow } from '../../support/live-page'

test('a session that begins on another device appears in the list of sessions @long', async ({
  page,
  stockie,
  newcomer,
}) => {
  await page.goto('/profile')
  await logIn(page, newcomer)
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await pollNow(page)
  await stockie.newToken(newcomer)
  await pollNow(page)
  await expect(rows).toHaveCount(2)
})

test.describe('as the owner', () => {
  test.use({ as: 'owner' })

  test('an open form stays as it is while another owner adds an account and changes the setting @long', async ({
    page,
    shop,
    stockie,
  }) => {
    const staff = staffPage(page)
    await page.goto(staff.path)
    const box = page.getByLabel('Required for owners and managers')
    await expect(box).not.toBeChecked()
    await staff.add.click()
    await page.getByLabel('Name').fill('Mia Castellano')
    await pollNow(page)
    const { name } = await stockie.addNewcomer()
    await shop.update('shop', { secondFactorRequired: true })
    try {
      await pollNow(page)
      await expect(box).toBeChecked()
      await expect(page.getByLabel('Name')).toHaveValue('Mia Castellano')
      await expect(page.getByLabel('Name')).toBeFocused()
    } finally {
      // The other tests sign in without a second factor.
      await shop.update('shop', { secondFactorRequired: false })
    }
    await page.getByRole('button', { name: 'Cancel' }).click()
    await leaveRows(page)
    await expect(staff.row(name)).toBeVisible()
    await pollNow(page)
    await expect(box).not.toBeChecked()
  })
})
