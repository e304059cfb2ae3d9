import { openSettings } from '../../pages/profile/settings-page'
import { drawLogo } from '../../support/drawn-logo'
import { expect } from '../../support/fixtures'
import { pollNow } from '../../support/live-page'
import type { ShopApi } from '../../support/shop-api'
import { test } from '../../support/people/two-people'

test.use({ as: 'owner' })

// All tests of a worker share the shop.
test.afterEach(async ({ shop }) => {
  const texts = ['name', 'address', 'phone', 'email', 'taxNumber', 'slipFooter']
  const empty = Object.fromEntries(texts.map((name) => [name, null]))
  await shop.update('shop', { ...empty, slipWidth: '80mm' })
  await shop.remove('shop/logo')
})

const saved = (shop: ShopApi) => shop.read<object>('shop')

test('two owners who change different settings are both right @long', async ({
  page,
  secondOwner,
  shop,
}) => {
  const theirs = await openSettings(secondOwner)
  const mine = await openSettings(page)
  await mine.fill('Phone', '300')
  await theirs.fill('Tax number', 'GB 123')
  await theirs.select('Slip width', 'A4 page')
  await theirs.save()
  await theirs.expectSaved()
  await theirs.logoFile.setInputFiles(await drawLogo(secondOwner))
  await expect(secondOwner.getByRole('img', { name: 'Logo of the shop' })).toBeVisible()
  await mine.save()
  await mine.expectSaved()
  await expect(page.getByText('Failed to save the settings')).toHaveCount(0)
  await expect(mine.field('Phone')).toHaveValue('300')
  await expect(mine.field('Tax number')).toHaveValue('GB 123')
  await expect(mine.field('Slip width')).toHaveValue('A4')
  const merged = { phone: '300', taxNumber: 'GB 123', slipWidth: 'A4', hasLogo: true }
  expect(await saved(shop)).toMatchObject(merged)
})

for (const [choice, phone] of [
  ['Theirs 200', '200'],
  ['Mine 300', '300'],
] as const) {
  test(`of a setting that two owners changed, ${choice} is saved @long`, async ({
    page,
    secondOwner,
    shop,
  }) => {
    const theirs = await openSettings(secondOwner)
    const mine = await openSettings(page)
    await mine.fill('Phone', '300')
    await theirs.fill('Phone', '200')
    await theirs.save()
    await theirs.expectSaved()
    await mine.save()
    await expect(mine.notice).toHaveText(/^Nora Lindqvist changed the settings at \d\d:\d\d$/)
    await expect(mine.choice('Theirs 200')).toBeFocused()
    await expect(mine.field('Phone')).toHaveValue('300')
    // Nothing is overwritten before the choice, and a poll takes no question away.
    await mine.save()
    await expect(mine.missed).toBeVisible()
    await pollNow(page)
    await expect(mine.missed).toBeVisible()
    expect(await saved(shop)).toMatchObject({ phone: '200' })
    await mine.choice(choice).check()
    await expect(mine.field('Phone')).toHaveValue(phone)
    await mine.save()
    await mine.expectSaved()
    await expect(mine.notice).toHaveCount(0)
    await expect(mine.field('Phone')).toHaveValue(phone)
    expect(await saved(shop)).toMatchObject({ phone })
  })
}

test('a question names the widths of slips, and says that a text was removed @long', async ({
  page,
  secondOwner,
  shop,
}) => {
  await shop.update('shop', { slipFooter: 'Thank you!' })
  const theirs = await openSettings(secondOwner)
  const mine = await openSettings(page)
  await mine.fill('Slip footer', 'Thank you!\nBye.')
  await mine.select('Slip width', 'Roll of 58 mm')
  await theirs.fill('Slip footer', '')
  await theirs.select('Slip width', 'A4 page')
  await theirs.save()
  await theirs.expectSaved()
  await mine.save()
  await expect(mine.questions).toHaveCount(2)
  await expect(mine.choice('Mine Thank you! Bye.')).toBeVisible()
  await mine.choice('Theirs Empty').check()
  await expect(mine.choice('Theirs A4 page')).toBeVisible()
  await mine.choice('Mine Roll of 58 mm').check()
  await mine.save()
  await mine.expectSaved()
  expect(await saved(shop)).toMatchObject({ slipFooter: null, slipWidth: '58mm' })
})
