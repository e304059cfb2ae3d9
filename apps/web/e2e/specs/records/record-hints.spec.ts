import { listPage } from '../../pages/list-page'
import { listScreens } from '../../pages/list-screens'
import { enterTestGoods, recordSale } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test(`the question before a deletion names the record and what uses it @long`, async ({
      page,
      shop,
    }) => {
      const goods = await enterTestGoods(shop, 'sales')
      const { saleId } = await recordSale(shop, goods, { discount: 5, shippingFees: 2 })
      const sales = listPage(page, screenOf('sales'))
      await sales.open()
      await sales.row(goods.party).getByRole('button', { name: 'Delete' }).click()
      await expect(
        sales.confirm.getByText(`Sale ${saleId}, ${goods.party}, $142.00`, { exact: true }),
      ).toBeVisible()
      await sales.confirm.getByRole('button', { name: 'Cancel' }).click()

      const name = uniqueWord()
      const { id: categoryId } = await shop.enter('categories', { name })
      await shop.enter('products', { name, price: 2, cost: 1, stock: 0, categoryId })
      const categories = listPage(page, screenOf('categories'))
      await categories.open()
      await categories.search(name)
      await categories.row(name).getByRole('button', { name: 'Delete' }).click()
      await expect(categories.confirm.getByText(name, { exact: true })).toBeVisible()
      await expect(categories.confirm.getByText('1 product uses this category.')).toBeVisible()
    })

    test('a form warns of a name, an email or a phone number that exists already @long', async ({
      page,
      shop,
    }) => {
      const name = uniqueWord()
      const email = `${name}@shop.example`.toLowerCase()
      const digits = String(Date.now()).slice(-9)
      await shop.enter('customers', { name, email, phone: `+44 ${digits}` })
      await shop.enter('categories', { name })
      const customers = listPage(page, screenOf('customers'))
      await customers.open()
      await customers.button('Create').click()
      await customers.dialog.getByLabel('Email').fill(email.toUpperCase())
      await expect(customers.dialog.getByLabel('Email')).toHaveAccessibleDescription(
        `${name} has the same email.`,
      )
      const phone = customers.dialog.getByLabel('Phone')
      await phone.fill(digits)
      await expect(phone).toHaveAccessibleDescription('')
      await phone.fill(`(44) ${digits.slice(0, 4)}-${digits.slice(4)}`)
      await expect(phone).toHaveAccessibleDescription(`${name} has the same phone.`)
      await customers.dialog.getByLabel('Name').fill(`${name} the second`)
      await customers.save()
      await expect(page.getByText('New customer added successfully.')).toBeVisible()

      const categories = listPage(page, screenOf('categories'))
      await categories.open()
      await categories.button('Create').click()
      await categories.dialog.getByLabel('Name').fill(name.toLowerCase())
      await expect(categories.dialog.getByText(`"${name}" exists already.`)).toBeVisible()
      await categories.dialog.getByLabel('Name').fill(`${name} new`)
      await expect(categories.dialog.getByText(/exists already/)).toBeHidden()
    })
  })
}

function screenOf(resource: string) {
  const screen = listScreens.find((known) => known.resource === resource)
  if (!screen) throw new Error(`No screen lists ${resource}.`)
  return screen
}
