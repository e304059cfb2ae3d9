import type { Page } from '@playwright/test'

import { appShell } from '../../pages/app-shell'
import { listPage } from '../../pages/list-page'
import { purchaseScreen, salesScreen } from '../../pages/list-screens'
import { productsPage } from '../../pages/products-page'
import { recordScreens, type ListScreen } from '../../pages/record-screens'
import {
  type DocumentKind,
  enterTestGoods,
  recordPurchase,
  recordSale,
  sellProduct,
} from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { leaveRows, pollNow } from '../../support/live-page'
import { longUnless } from '../../support/long-form'
import { enterProduct, uniqueWord, type ShopApi } from '../../support/shop-api'

test.use({ as: 'owner' })

test.beforeEach(({ page }) => page.clock.install())

interface Work {
  search: string
  selected: string
}

/** A person who has searched, selected one of three rows, and scrolled. */
async function openAndWork(page: Page, screen: ListScreen, work: Work) {
  const list = listPage(page, screen)
  if (page.url() === 'about:blank') await list.open()
  else await appShell(page).goTo(screen.path)
  await expect(list.heading).toBeVisible()
  await list.search(work.search)
  await expect(list.row(work.search)).toHaveCount(3)
  const selected = list.row(work.selected).getByRole('checkbox')
  await selected.check()
  await leaveRows(page)
  await list.searchBox.focus()
  await page.evaluate(() => window.scrollTo(0, 120))

  async function expectUndisturbed() {
    await expect(list.searchBox).toHaveValue(work.search)
    await expect(list.searchBox).toBeFocused()
    await expect(selected).toBeChecked()
    await expect(list.button('Delete (1)')).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(120)
  }
  return { list, expectUndisturbed }
}

/** Records documents of one party. Each has its id and a text of its own in the list. */
async function openTill(shop: ShopApi, kind: DocumentKind) {
  const goods = await enterTestGoods(shop, kind)
  async function record(number: number) {
    if (kind === 'sales') {
      const { saleId } = await recordSale(shop, goods, {
        discount: number,
        shippingFees: 0,
      })
      return { id: saleId, text: `$${145 - number}.00` }
    }
    const text = `Delivery ${number}`
    const { purchaseId } = await recordPurchase(shop, goods, text)
    return { id: purchaseId, text }
  }
  return { party: goods.party, record }
}

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 500 } })

    test('the lists of records show what others rename, add and delete, and keep the search, the selection and the scroll position @long', async ({
      page,
      shop,
    }) => {
      for (const screen of recordScreens) {
        await test.step(screen.resource, async () => {
          const word = uniqueWord()
          const enter = async (name: string) =>
            shop.enter(screen.resource, await screen.body(shop, `${word} ${name}`))
          const [kept, renamed, deleted] = [await enter('A'), await enter('B'), await enter('C')]
          const { list, expectUndisturbed } = await openAndWork(page, screen, {
            search: word,
            selected: `${word} A`,
          })

          const body = await screen.body(shop, `${word} renamed`)
          await shop.update(`${screen.resource}/${renamed.id}`, body)
          await shop.remove(`${screen.resource}/${deleted.id}`)
          await enter('D')
          await pollNow(page)
          await expect(list.row(`${word} renamed`)).toBeVisible()
          await expect(list.row(`${word} D`)).toBeVisible()
          await expect(list.row(word)).toHaveCount(3)
          await expectUndisturbed()
          await shop.remove(`${screen.resource}/${kept.id}`)
        })
      }
    })

    test(`the lists of documents show what another till records and deletes${longUnless(width === 390)}`, async ({
      page,
      shop,
    }) => {
      for (const screen of [salesScreen, purchaseScreen]) {
        await test.step(screen.resource, async () => {
          const { party, record } = await openTill(
            shop,
            screen === salesScreen ? 'sales' : 'purchases',
          )
          const [deleted, kept] = [await record(1), await record(2), await record(3)]
          const { list, expectUndisturbed } = await openAndWork(page, screen, {
            search: party,
            selected: kept.text,
          })
          await shop.remove(`${screen.resource}/${deleted.id}`)
          const added = await record(4)
          await pollNow(page)
          await expect(list.row(deleted.text)).toHaveCount(0)
          await expect(list.row(added.text)).toBeVisible()
          await expect(list.row(party)).toHaveCount(3)
          await expectUndisturbed()
        })
      }
    })

    test('an open product shows its new price and stock, and more movements without losing the place @long', async ({
      page,
      shop,
    }) => {
      const list = productsPage(page)
      const name = uniqueWord()
      const { id } = await enterProduct(shop, name, { stock: 100 })
      for (let sale = 1; sale <= 60; sale += 1) await sellProduct(shop, id, 1)
      await list.open()
      await list.search(name)
      await list.stockButton(name).click()
      await list.dialog.getByRole('button', { name: 'Show more' }).click()
      const movements = list.dialog.getByRole('listitem')
      await expect(movements).toHaveCount(61)
      await leaveRows(page)
      const read = movements.filter({ hasText: /Opening/ })
      await read.scrollIntoViewIfNeeded()
      const placeOf = async () => (await read.boundingBox())?.y ?? 0
      const before = await placeOf()

      await sellProduct(shop, id, 5)
      const categoryId = await shop.firstId('categories')
      await shop.update(`products/${id}`, {
        name,
        price: 27,
        cost: 10,
        stock: 35,
        baseStock: 35,
        categoryId,
      })
      await pollNow(page)
      await expect(list.dialog.getByText('Stock now: 35')).toBeVisible()
      await expect(movements).toHaveCount(62)
      await expect(movements.first()).toContainText('−5')
      expect(Math.abs((await placeOf()) - before)).toBeLessThan(2)
      await page.keyboard.press('Escape')
      await expect(list.row(name)).toContainText('$27.00')
    })
  })
}
