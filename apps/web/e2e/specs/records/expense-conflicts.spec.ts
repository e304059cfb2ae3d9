import type { Page } from '@playwright/test'

import { pickDay } from '../../pages/expenses-page'
import { openRecordForm } from '../../pages/record-form'
import { expect } from '../../support/fixtures'
import { uniqueWord, type ShopApi } from '../../support/shop-api'
import { test } from '../../support/people/two-people'

test.use({ as: 'cashier' })

interface Expense {
  id: number
  name: string
  amount: number
  day: string
  expenseCategoryName: string
  description: string | null
  version: number
}

const [first, last] = ['2019-05-01', '2019-05-31']

/** Opens the forms of one new expense of 14 May 2019 in two browsers. */
async function openBoth(shop: ShopApi, people: { page: Page; manager: Page }) {
  const name = uniqueWord()
  const { id: expenseCategoryId } = await shop.enter('expense-categories', { name: `${name} Rent` })
  const { id: other } = await shop.enter('expense-categories', { name: `${name} Power` })
  const body = { name, amount: 55, expenseCategoryId, date: '2019-05-14' }
  const { id } = await shop.enter('expenses', body)
  const days = `&from=${first}&to=${last}`
  const theirs = await openRecordForm(people.manager, 'expenses', name, days)
  const mine = await openRecordForm(people.page, 'expenses', name, days)
  const saved = async () => {
    const rows = await shop.list<Expense>(`expenses?startDate=${first}&endDate=${last}`)
    return rows.find((row) => row.id === id)
  }
  return { id, name, body, other, theirs, mine, saved }
}

test('two persons who change the day and the amount of an expense are both right @long', async ({
  page,
  manager,
  shop,
}) => {
  const { name, theirs, mine, saved } = await openBoth(shop, { page, manager })
  await pickDay(manager, 'Monday 13 May 2019')
  await theirs.select('Category', `${name} Power`)
  await theirs.save()
  await theirs.expectSaved()
  await mine.fill('Amount', '66')
  await mine.fill('Description', 'May')
  await mine.save()
  await mine.expectSaved()
  expect(await saved()).toMatchObject({
    amount: 66,
    day: '2019-05-13',
    expenseCategoryName: `${name} Power`,
    description: 'May',
    version: 3,
  })
})

for (const [choice, day] of [
  ['Theirs 13-05-2019', '2019-05-13'],
  ['Mine 15-05-2019', '2019-05-15'],
] as const) {
  test(`of a day that two persons changed, ${choice} is saved @long`, async ({
    page,
    manager,
    shop,
  }) => {
    const { theirs, mine, saved } = await openBoth(shop, { page, manager })
    await pickDay(manager, 'Monday 13 May 2019')
    await theirs.save()
    await theirs.expectSaved()
    await pickDay(page, 'Wednesday 15 May 2019')
    await mine.save()
    await expect(mine.notice).toHaveText(/^Samuel Okafor changed this record at \d\d:\d\d$/)
    await expect(mine.button('Date 15-05-2019')).toBeVisible()
    // Nothing is overwritten before the choice.
    await mine.save()
    await expect(mine.missed).toBeVisible()
    expect(await saved()).toMatchObject({ day: '2019-05-13', version: 2 })
    await mine.choice(choice).check()
    await mine.save()
    await mine.expectSaved()
    expect(await saved()).toMatchObject({ day, amount: 55 })
  })
}

test('a question about a category names it, also one that was added meanwhile @long', async ({
  page,
  manager,
  shop,
}) => {
  const { id, name, body, mine, saved } = await openBoth(shop, { page, manager })
  const { id: added } = await shop.enter('expense-categories', { name: `${name} Water` })
  await shop.update(`expenses/${id}`, { ...body, expenseCategoryId: added })
  await mine.select('Category', `${name} Power`)
  await mine.save()
  await expect(mine.notice).toHaveText(/^Nora Lindqvist changed this record at \d\d:\d\d$/)
  await expect(mine.choice(`Mine ${name} Power`)).toBeVisible()
  await mine.choice(`Theirs ${name} Water`).check()
  await mine.save()
  await mine.expectSaved()
  expect(await saved()).toMatchObject({ expenseCategoryName: `${name} Water` })
})

test('an expense that was deleted meanwhile is restored and saved @long', async ({
  page,
  manager,
  shop,
}) => {
  const { id, theirs, mine, saved } = await openBoth(shop, { page, manager })
  await theirs.button('Cancel').click()
  await manager.getByRole('row').getByRole('button', { name: 'Delete' }).click()
  const confirm = manager.getByRole('alertdialog', { name: 'Confirm Delete' })
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(saved).toBeUndefined()
  await pickDay(page, 'Wednesday 15 May 2019')
  await mine.fill('Amount', '66')
  await mine.save()
  await expect(mine.notice).toHaveText(/^Samuel Okafor deleted this record at \d\d:\d\d$/)
  await expect(mine.dialog.getByText('You can restore it with what you entered.')).toBeVisible()
  await mine.button('Restore and save').click()
  await mine.expectSaved()
  expect(await saved()).toMatchObject({ id, amount: 66, day: '2019-05-15', version: 2 })
})
