import type { Locator } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { createDocumentPage } from '../../pages/create-document-page'
import { documentLine, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'
import { uniqueWord } from '../../support/shop-api'

/** Each would call `ran` or send a request if it were interpreted as HTML. */
const attacks = [
  `<script>ran('script')</script><img src="/stolen" onerror="ran('image')">`,
  `"></textarea></title><svg onload=ran('svg')></svg><iframe src="javascript:ran('frame')">`,
  `' onfocus=ran('focus') autofocus x='</option></select><a href="javascript:ran('link')">`,
  `{{constructor.constructor("ran('template')")()}} <%= ran('tag') %> javascript:ran('url')`,
  `</style><style>body{display:none;background:url(/stolen)}</style>&lt;b&gt; =HYPERLINK("//stolen")`,
]
const shortAttack = '<img src=/stolen onerror=ran("phone")>'

// @holds asvs 1.1.2, 1.2.1, 1.2.2, 3.2.2
test('HTML in user input is shown as text on every screen and never runs', async ({
  page,
  shop,
  stockie,
}) => {
  test.slow()
  const word = uniqueWord()
  const texts = attacks.map((attack) => `${word} ${attack}`)
  const [text = ''] = texts
  const account = { email: `${word}@shop.test`.toLowerCase(), password: 'seven green bottles' }
  const accountName = `${word} ${attacks[1]}`
  await stockie.users(
    ['add', account.email, '--name', accountName, '--role', 'owner'],
    account.password,
  )
  const customerId = await enterAll()

  const ran: string[] = []
  const requestedUrls: string[] = []
  await page.exposeFunction('ran', (attack: string) => ran.push(attack))
  page.on('request', (request) => requestedUrls.push(request.url()))
  const dialog = page.getByRole('dialog')

  await page.goto('/auth/login')
  await logIn(page, account)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  for (const path of ['/customer', '/supplier']) {
    await openList(path)
    await expect(page.getByRole('cell', { name: shortAttack })).toHaveCount(texts.length)
    await expectEditValues({ Name: text, Phone: shortAttack, Address: text })
  }
  for (const path of ['/category', '/expense-category']) {
    await openList(path)
    await expectEditValues({ Name: text })
  }
  await openList('/expense')
  await expectEditValues({ Name: text, Description: text })
  await expectTexts(dialog)
  await close()
  await recordSale()
  await openList('/product')
  await page.getByRole('button', { name: 'Category' }).first().click()
  await expectTexts(dialog)
  await close()
  await page.getByRole('button', { name: `Stock of ${text}` }).click()
  await expect(dialog.getByText(accountName).first()).toBeVisible()
  await close()
  await expectEditValues({ Name: text, Description: text })

  await page.goto(`/sales?q=${word}`)
  await page.getByRole('cell').getByRole('button', { name: 'View' }).click()
  await expect(dialog.getByText(text, { exact: true })).toHaveCount(3)
  await page.goto(`/purchase?q=${word}`)
  await expectTexts(page.getByRole('table'))
  await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
  await expect(dialog.getByText(text, { exact: true })).toHaveCount(3)

  await page.goto(`/?q=${word}`)
  await expectTexts(page.getByRole('table'))
  await page.getByRole('button', { name: text }).click()
  await expect(dialog).toContainText(text)
  await close()
  await appShell(page).userMenuButton.click()
  await expect(page.getByRole('menu')).toContainText(accountName)

  await shop.remove(`customers/${customerId}`)
  await page.goto('/profile')
  await expect(page.getByRole('definition').first()).toHaveText(accountName)
  await page.getByRole('button', { name: `Restore Customer ${text}` }).click()
  await expect(page.getByText(`Customer ${text} restored.`)).toBeVisible()

  expect(ran).toEqual([])
  expect(requestedUrls.filter((url) => url.includes('stolen'))).toEqual([])

  async function openList(path: string) {
    await page.goto(`${path}?q=${word}`)
    await expect(page.getByRole('row')).toHaveCount(texts.length + 1)
    await expectTexts(page.getByRole('table'))
  }

  /** Expects each text unchanged. */
  async function expectTexts(part: Locator) {
    for (const expected of texts) await expect(part).toContainText(expected)
  }

  /** Opens the edit dialog and leaves it open, because some have a list to check. */
  async function expectEditValues(fields: Record<string, string>) {
    const row = page.getByRole('row').filter({ hasText: text })
    await row.getByRole('button', { name: 'Edit' }).click()
    for (const [label, value] of Object.entries(fields)) {
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value)
    }
  }

  async function close() {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  async function recordSale() {
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.partyButton.click()
    await page
      .getByRole('combobox', { name: /^Search/ })
      .last()
      .fill(word)
    await expectTexts(page.getByRole('listbox'))
    await page.getByRole('option').filter({ hasText: text }).click()
    await expect(screen.partyButton).toHaveText(text)
    await screen.search.fill(word)
    await expectTexts(page.getByRole('listbox'))
    await page.getByRole('option').filter({ hasText: text }).click()
    await expect(screen.line(text)).toContainText(text)
    await screen.remark.fill(text)
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
  }

  /** Enters the texts into every text field of every resource. */
  async function enterAll() {
    let first = 0
    for (const name of texts.toReversed()) {
      const contact = { name, phone: shortAttack, address: name }
      const { id: customer } = await shop.enter('customers', contact)
      const { id: supplierId } = await shop.enter('suppliers', contact)
      const { id: categoryId } = await shop.enter('categories', { name })
      const { id: expenseCategoryId } = await shop.enter('expense-categories', { name })
      await shop.enter('expenses', { name, description: name, amount: 5, expenseCategoryId })
      const goods = { name, description: name, price: 20, cost: 15, stock: 5, categoryId }
      const product = await shop.enter('products', goods)
      await shop.enter('purchases', {
        supplierId,
        purchaseDate: today(),
        totalAmount: 15,
        remark: name,
        purchaseDetails: [documentLine(product, 15, 1)],
      })
      first = customer
    }
    return first
  }
})
