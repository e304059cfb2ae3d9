import { readFile } from 'node:fs/promises'

import { importDialog } from '../../pages/import-dialog'
import { expect, test } from '../../support/fixtures'
import { enterProduct, type ShopApi, stockOf, uniqueWord } from '../../support/shop-api'

test.use({ as: 'owner' })

interface ProductRow {
  id: number
  name: string
  price: number
  stock: number
  categoryName: string | null
}

async function productsOf(shop: ShopApi, word: string) {
  const rows = await shop.list<ProductRow>('products')
  return rows
    .filter(({ name }) => name.startsWith(word))
    .map(({ name, price, stock, categoryName }) => ({ name, price, stock, categoryName }))
}

const header = 'Item;Category;Cost;Price;Stock'

test('a file adds and changes products, and an undo takes both back', async ({ page, shop }) => {
  const word = uniqueWord()
  const mug = await enterProduct(shop, `${word} mug`)
  const before = await productsOf(shop, word)
  const rows = [
    header,
    `${word} pen;${word} pens;3;7;40`,
    `${word} mug;${before[0]?.categoryName};10;25;9`,
    `${word} ink;${word} pens;3;none;1`,
    `${word} pen;${word} pens;3;8;1`,
  ]
  await page.goto('/product')
  const { dialog, step, open, choose, preview, tab, button, undo } = importDialog(page, 'products')
  await open()
  await choose(rows.join('\n'))
  await expect(step('Match columns')).toBeVisible()
  await dialog.getByLabel('Create missing categories').check()
  await preview()
  await expect(tab('New (1)')).toBeVisible()
  await expect(dialog.getByText(`Categories that the import creates: ${word} pens.`)).toBeVisible()
  await tab('Changed (1)').click()
  await expect(dialog.getByRole('cell', { name: /Price: from 20 to 25/ })).toBeVisible()
  await tab('Refused (1)').click()
  await expect(dialog.getByRole('row', { name: new RegExp(`4 ${word} ink`) })).toBeVisible()
  await tab('Duplicates (1)').click()
  await expect(dialog.getByRole('row', { name: new RegExp(`5 ${word} pen`) })).toBeVisible()
  expect(await productsOf(shop, word)).toEqual(before)

  await button('Import 2 products').click()
  await expect(dialog.getByText('The import is done.')).toBeVisible()
  await expect(
    dialog.getByText('1 product added, 1 product changed, 1 category created.'),
  ).toBeVisible()
  expect(await productsOf(shop, word)).toEqual([
    { ...before[0], price: 25, stock: 9 },
    { name: `${word} pen`, price: 7, stock: 40, categoryName: `${word} pens` },
  ])

  const download = page.waitForEvent('download')
  await button('Download refused rows').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('file-refused.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`${word} ink`)
  expect(text).toContain('Price must be')
  expect(text.trim().split('\n')).toHaveLength(3)

  await undo()
  await expect(dialog.getByText('2 records deleted, 1 changed back, 0 left alone.')).toBeVisible()
  expect(await productsOf(shop, word)).toEqual(before)
  expect(await stockOf(shop, mug.id)).toBe(5)
  await button('Close').click()
  await page.getByRole('searchbox', { name: 'Search products' }).fill(word)
  await expect(page.getByRole('region', { name: 'Products' }).getByText('$20.00')).toBeVisible()
  await expect(page.getByText(`${word} pen`)).toHaveCount(0)
})

test('an undo leaves a record alone that was used since, and says so @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  await page.goto('/category')
  const { dialog, step, open, choose, preview, button, undo } = importDialog(page, 'categories')
  await open()
  await choose(`Name\n${word} used\n${word} unused\n`)
  await expect(step('Match columns')).toBeVisible()
  await preview()
  await button('Import 2 categories').click()
  await expect(dialog.getByText('The import is done.')).toBeVisible()
  const categories = await shop.list<{ id: number; name: string }>('categories')
  const used = categories.find(({ name }) => name === `${word} used`)
  await enterProduct(shop, `${word} lamp`, { categoryId: used?.id })
  await undo()
  const kept = dialog.getByRole('list', { name: 'Left alone' }).getByRole('listitem')
  await expect(kept).toHaveCount(1)
  await expect(kept).toContainText(`${word} used`)
  const names = (await shop.list<{ name: string }>('categories')).map(({ name }) => name)
  expect(names).toContain(`${word} used`)
  expect(names).not.toContain(`${word} unused`)
})

test('a row whose name two records have is imported into the chosen one @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const ids = []
  for (const phone of ['1', '2']) {
    ids.push((await shop.enter('customers', { name: word, email: null, phone, address: null })).id)
  }
  await page.goto('/customer')
  const { dialog, step, open, choose, preview, tab, button } = importDialog(page, 'customers')
  await open()
  await choose(`Name,Email\n${word},${word}@example.com\n`)
  await expect(step('Match columns')).toBeVisible()
  await preview()
  await expect(tab('Refused (1)')).toBeVisible()
  await expect(button('Nothing to import')).toBeVisible()
  await dialog.getByLabel('Import row 2 as').selectOption(`${ids[1]}`)
  await button('Update preview').click()
  await expect(tab('Changed (1)')).toBeVisible()
  await button('Import 1 customer').click()
  await expect(dialog.getByText('The import is done.')).toBeVisible()
  const rows = await shop.list<{ id: number; email: string | null }>('customers')
  const emails = ids.map((id) => rows.find((row) => row.id === id)?.email)
  expect(emails).toEqual([null, `${word}@example.com`])
})

test('expenses are added once, on their days, however often their file is imported @long', async ({
  page,
  shop,
}) => {
  const word = uniqueWord()
  const rows = [
    'Expense;Amount;Category;Date',
    `${word} rent;800;${word};2026-03-01`,
    `${word} lamps;25;${word};02/03/2026`,
    `${word} lamps;25;${word};02/03/2026`,
  ]
  await page.goto('/expense')
  const { dialog, step, open, choose, preview, tab, button } = importDialog(page, 'expenses')
  const previewFile = async () => {
    await open()
    await choose(rows.join('\n'))
    await expect(step('Match columns')).toBeVisible()
    await dialog.getByLabel('Create missing categories').check()
    await dialog.getByLabel('Order of day and month').selectOption('Day first: 31/12/2026')
    await preview()
  }
  await previewFile()
  await button('Import 3 expenses').click()
  await expect(dialog.getByText('3 expenses added, 1 category created.')).toBeVisible()
  await button('Close').click()
  await previewFile()
  await expect(tab('Unchanged (3)')).toBeVisible()
  await expect(button('Nothing to import')).toBeVisible()
  const range = 'startDate=2026-03-01&endDate=2026-03-02'
  const expenses = await shop.list<{ name: string; createdAt: string }>(`expenses?${range}`)
  const days = expenses
    .filter(({ name }) => name.startsWith(word))
    .map(({ name, createdAt }) => `${name.slice(word.length + 1)} ${createdAt.slice(0, 10)}`)
  expect(days.toSorted()).toEqual(['lamps 2026-03-02', 'lamps 2026-03-02', 'rent 2026-03-01'])
})

test('Back asks before it discards a changed column, and keeps the file in the profile @long', async ({
  page,
}) => {
  const fileName = `${uniqueWord()}.csv`
  await page.goto('/customer')
  const { dialog, step, open, choose } = importDialog(page, 'customers')
  await open()
  await choose('Name,Mail\nAda,ada@example.com\n', fileName)
  await expect(step('Match columns')).toBeVisible()
  await dialog.getByLabel('Column of Email').selectOption('Mail')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Column of Email')).toHaveValue('1')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/customer')
  await page.goto('/profile?tab=imports')
  await expect(page.getByRole('listitem').filter({ hasText: fileName })).toBeVisible()
})

test('a refused file says why, and the user can choose another file at once @long', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 422/)
  await page.goto('/supplier')
  const { dialog, step, open, choose } = importDialog(page, 'suppliers')
  await open()
  const alert = dialog.getByRole('alert')
  for (const [text, reason] of [
    ['Name\n', /^file\.csv: This file has a header, but no rows\./],
    ['Name,Email\n"Ada,\n', /^file\.csv: A quotation mark in row 2 is opened but never closed\./],
  ] as const) {
    await choose(text)
    await expect(alert).toHaveText(reason)
  }
  await choose('Name\nAda\n')
  await expect(step('Match columns')).toBeVisible()
})

test.describe('as a cashier', () => {
  test.use({ as: 'cashier' })

  test('neither the import nor the list of imports is there @long', async ({ page }) => {
    for (const path of ['product', 'customer', 'supplier', 'category', 'expense-category']) {
      await page.goto(`/${path}`)
      await expect(page.getByRole('button', { name: 'Create' }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0)
    }
    await page.goto('/profile?tab=imports')
    await expect(page.getByLabel('Current password')).toBeVisible()
    await expect(page.getByText('Imports')).toHaveCount(0)
  })
})
