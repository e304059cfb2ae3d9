import type { Locator } from '@playwright/test'

import { createDocumentPage } from '../../pages/create-document-page'
import { documentLine, today } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { logIn } from '../../pages/login-page'
import { uniqueWord } from '../../support/shop-api'

/** What would tell `ran`, or ask for something, were it ever more than text. */
const attacks = [
  `<script>ran('script')</script><img src="/stolen" onerror="ran('image')">`,
  `"></textarea></title><svg onload=ran('svg')></svg><iframe src="javascript:ran('frame')">`,
  `' onfocus=ran('focus') autofocus x='</option></select><a href="javascript:ran('link')">`,
  `{{constructor.constructor("ran('template')")()}} <%= ran('tag') %> javascript:ran('url')`,
  `</style><style>body{display:none;background:url(/stolen)}</style>&lt;b&gt; =HYPERLINK("//stolen")`,
]
const shortAttack = '<img src=/stolen onerror=ran("phone")>'

// @holds asvs 1.1.2, 1.2.1, 1.2.2, 3.2.2
test('what somebody has typed is shown to the letter wherever it stands, and never runs', async ({
  page,
  shop,
  stockie,
}) => {
  test.slow()
  const word = uniqueWord()
  const texts = attacks.map((attack) => `${word} ${attack}`)
  const [text = ''] = texts
  const me = { email: `${word}@shop.test`.toLowerCase(), password: 'seven green bottles' }
  const myName = `${word} ${attacks[1]}`
  await stockie.users(['add', me.email, '--name', myName, '--role', 'owner'], me.password)
  const customerId = await enterAll()

  const ran: string[] = []
  const asked: string[] = []
  await page.exposeFunction('ran', (what: string) => ran.push(what))
  page.on('request', (request) => asked.push(request.url()))
  const dialog = page.getByRole('dialog')

  await page.goto('/auth/login')
  await logIn(page, me)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  for (const path of ['/customer', '/supplier']) {
    await openList(path)
    await expect(page.getByRole('cell', { name: shortAttack })).toHaveCount(texts.length)
    await editShows({ Name: text, Phone: shortAttack, Address: text })
  }
  for (const path of ['/category', '/expense-category']) {
    await openList(path)
    await editShows({ Name: text })
  }
  await openList('/expense')
  await editShows({ Name: text, Description: text })
  await shows(dialog)
  await close()
  await sell()
  await openList('/product')
  await page.getByRole('button', { name: 'Category' }).first().click()
  await shows(dialog)
  await close()
  await page.getByRole('button', { name: `Stock of ${text}` }).click()
  await expect(dialog.getByText(myName).first()).toBeVisible()
  await close()
  await editShows({ Name: text, Description: text })

  await page.goto(`/sales?q=${word}`)
  await page.getByRole('cell').getByRole('button', { name: 'View' }).click()
  await expect(dialog.getByText(text, { exact: true })).toHaveCount(3)
  await page.goto(`/purchase?q=${word}`)
  await shows(page.getByRole('table'))
  await page.getByRole('cell').getByRole('button', { name: 'View' }).first().click()
  await expect(dialog.getByText(text, { exact: true })).toHaveCount(3)

  await page.goto(`/?q=${word}`)
  await shows(page.getByRole('table'))
  await page.getByRole('button', { name: text }).click()
  await expect(dialog).toContainText(text)
  await close()
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('menu')).toContainText(myName)

  await shop.remove(`customers/${customerId}`)
  await page.goto('/profile')
  await expect(page.getByRole('definition').first()).toHaveText(myName)
  await page.getByRole('button', { name: `Restore Customer ${text}` }).click()
  await expect(page.getByText(`Customer ${text} restored.`)).toBeVisible()

  expect(ran).toEqual([])
  expect(asked.filter((url) => url.includes('stolen'))).toEqual([])

  async function openList(path: string) {
    await page.goto(`${path}?q=${word}`)
    await expect(page.getByRole('row')).toHaveCount(texts.length + 1)
    await shows(page.getByRole('table'))
  }

  /** Each of them, to the letter. */
  async function shows(where: Locator) {
    for (const one of texts) await expect(where).toContainText(one)
  }

  /** Leaves the dialog open where it has a list of its own to look at. */
  async function editShows(fields: Record<string, string>) {
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

  async function sell() {
    const screen = createDocumentPage(page, 'sales')
    await screen.open()
    await screen.partyButton.click()
    await page
      .getByRole('combobox', { name: /^Search/ })
      .last()
      .fill(word)
    await shows(page.getByRole('listbox'))
    await page.getByRole('option').filter({ hasText: text }).click()
    await expect(screen.partyButton).toHaveText(text)
    await screen.search.fill(word)
    await shows(page.getByRole('listbox'))
    await page.getByRole('option').filter({ hasText: text }).click()
    await expect(screen.line(text)).toContainText(text)
    await screen.remark.fill(text)
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
  }

  /** Into every text field of every resource. */
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
