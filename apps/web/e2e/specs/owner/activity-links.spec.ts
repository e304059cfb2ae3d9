import { activityPath, activityRows } from '../../pages/profile/activity-page'
import { listPage } from '../../pages/list-page'
import { recordScreenOf, recordScreens } from '../../pages/record-screens'
import { staffPage } from '../../pages/profile/staff-page'
import { enterTestGoods, recordDocument, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'owner' })

for (const { kind, word, path, details, total } of [
  { kind: 'sales', word: 'sale', path: '/sales', details: 'Sales Details', total: '$145.00' },
  {
    kind: 'purchases',
    word: 'purchase',
    path: '/purchase',
    details: 'Purchase Details',
    total: '$105.00',
  },
] as const) {
  test(`the link of a ${word} leads to its row, which opens its details @long`, async ({
    page,
    shop,
  }) => {
    const goods = await enterTestGoods(shop, kind)
    const id = await recordDocument(shop, goods, kind)
    await recordDocument(shop, goods, kind)
    const rows = activityRows(page)
    await page.goto(`${activityPath}&kind=${kind}`)
    const recorded = rows.filter({ hasText: `recorded ${word} ${id} ` })
    await expect(recorded).toContainText(`Nora Lindqvist recorded ${word} ${id} `)
    await expect(recorded).toContainText(goods.party)
    await recorded.getByRole('link', { name: `${word} ${id}`, exact: true }).click()
    await expect(page).toHaveURL(`${path}?from=${today()}&to=${today()}&q=${id}`)
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(id), exact: true }) })
    await row.getByRole('button', { name: 'View' }).click()
    const dialog = page.getByRole('dialog', { name: details })
    await expect(dialog).toContainText(goods.party)
    await expect(dialog).toContainText(total)
  })
}

for (const resource of ['customers', 'suppliers', 'categories', 'expense-categories', 'products']) {
  test(`the link of one of the ${resource} finds it under its present name @long`, async ({
    page,
    shop,
  }) => {
    const screen = recordScreenOf(resource)
    const [before, now] = [uniqueWord(), uniqueWord()]
    const body = await screen.body(shop, before)
    const { id } = await shop.enter(resource, body)
    await shop.update(`${resource}/${id}`, { ...body, name: now })
    const rows = activityRows(page)
    await page.goto(`${activityPath}&kind=${resource}`)
    const added = rows.filter({ hasText: 'added the' }).filter({ hasText: before })
    await added.getByRole('link', { name: before }).click()
    await expect(page).toHaveURL(`${screen.path}?q=${now}`)
    await expect(listPage(page, screen).heading).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(listPage(page, screen).row(now)).toBeVisible()
  })
}

test('the link of an expense finds it on its present day @long', async ({ page, shop }) => {
  const screen = recordScreenOf('expenses')
  const name = uniqueWord()
  const body = { ...(await screen.body(shop, name)), date: '2017-05-14' }
  const { id } = await shop.enter('expenses', body)
  await shop.update(`expenses/${id}`, { ...body, date: '2017-05-13' })
  const rows = activityRows(page)
  await page.goto(`${activityPath}&kind=expenses`)
  const moved = rows.filter({ hasText: 'from 14 May 2017 to 13 May 2017' })
  await moved.getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/expense?from=2017-05-13&to=2017-05-13&q=${id}`)
  await expect(listPage(page, screen).row(name)).toContainText('13 May 2017')
})

test('the link of an account leads to the Staff tab, unless it was removed @long', async ({
  page,
  shop,
}) => {
  const name = uniqueWord()
  const body = { name, email: `${name.toLowerCase()}@shop.test`, role: 3 }
  const { user } = await shop.enter<{ user: { id: number } }>('users', body)
  const rows = activityRows(page)
  await page.goto(`${activityPath}&kind=users`)
  await rows.filter({ hasText: 'added' }).getByRole('link', { name }).click()
  const staff = staffPage(page)
  await expect(page).toHaveURL(staff.path)
  await expect(staff.row(name)).toBeVisible()
  await shop.remove(`users/${user.id}`)
  await page.goto(`${activityPath}&kind=users`)
  await expect(rows.filter({ hasText: name })).toHaveCount(2)
  await expect(rows.getByRole('link', { name })).toHaveCount(0)
})

test('a deleted record has no link, and one that is restored has it again @long', async ({
  page,
  shop,
}) => {
  const name = uniqueWord()
  const goods = await enterTestGoods(shop, 'sales')
  const supplied = { ...goods, partyId: await shop.firstId('suppliers') }
  const saleId = await recordDocument(shop, goods, 'sales')
  const purchaseId = await recordDocument(shop, supplied, 'purchases')
  const deleted = [
    { resource: 'sales', id: saleId, text: `sale ${saleId} for` },
    { resource: 'purchases', id: purchaseId, text: `purchase ${purchaseId} from` },
  ]
  for (const { resource, body } of recordScreens) {
    const text = `${name} ${resource}`
    deleted.push({ ...(await shop.enter(resource, await body(shop, text))), resource, text })
  }
  for (const { resource, id } of deleted) await shop.remove(`${resource}/${id}`)
  const rows = activityRows(page)
  await page.goto(activityPath)
  for (const { text } of deleted) {
    const named = rows.filter({ hasText: text })
    await expect(named).toHaveCount(2)
    await expect(named.getByRole('link')).toHaveCount(0)
  }
  for (const { resource, id } of deleted) await shop.enter(`${resource}/restore`, { ids: [id] })
  await page.reload()
  for (const { text } of deleted) {
    await expect(rows.filter({ hasText: text }).getByRole('link')).toHaveCount(3)
  }
})
