import type { Locator } from '@playwright/test'

import { fillInSale } from '../../pages/create-document-page'
import { listPage } from '../../pages/list-page'
import { recordScreenOf } from '../../pages/record-screens'
import { findAccessibilityViolations } from '../../support/accessibility-check'
import { enterTestGoods } from '../../support/documents'
import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'
import { pollNow } from '../../support/live-page'
import { longUnless } from '../../support/long-form'
import { enterProduct, uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

/** In milliseconds: longer than a page waits for an answer, and until it asks again. */
const answerTimeout = 5_500
const interval = 13_000

const lostConnection = 'Stockie cannot be reached. Please check your connection and try again.'

test.beforeEach(({ consoleErrors }) => consoleErrors.allow(/net::ERR_/))

for (const width of [1280, 390]) {
  test(`a notice says that the list may be old while the browser is offline, at ${width} px @long`, async ({
    page,
    context,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const name = uniqueWord()
    const { id } = await enterProduct(shop, name)
    const list = listPage(page, recordScreenOf('products'))
    await list.open()
    await list.search(name)
    await expect(list.row(name)).toBeVisible()
    const notice = page.getByRole('banner').getByRole('status')
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header *, h1, main button, tr')]
          .filter((element) => !element.closest('header output'))
          .map((element) => JSON.stringify(element.getBoundingClientRect())),
      )
    const before = await places()

    await context.setOffline(true)
    await expect(notice).toHaveText(
      /^Stockie cannot be reached\. What you see may be old: last updated at \d\d:\d\d\.$/,
    )
    expect(await places()).toEqual(before)
    const edges = await page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      const text = boxOf('header output p')
      // The notice covers the line below the header.
      const header = document.querySelector('header')?.clientHeight
      return [header, text?.top, text?.bottom, boxOf('h1')?.top].map(Number)
    })
    // From top to bottom: the header, the notice and the heading, which do not overlap.
    expect(edges).toEqual(edges.toSorted((one, other) => one - other))
    expect(await findAccessibilityViolations(page)).toEqual([])
    await shop.remove(`products/${id}`)

    await context.setOffline(false)
    await expect(notice).toBeEmpty()
    await expect(list.row(name)).toHaveCount(0)
    await expect(list.searchBox).toHaveValue(name)
    await expect(page.getByText('Failed to load products.')).toHaveCount(0)
  })
}

for (const width of [1280, 390]) {
  test(`a server that stops answering is noticed on an open draft, which is recorded once it answers again, at ${width} px${longUnless(width === 1280)}`, async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    await screen.remark.fill('Half a sent')
    const notice = page.getByRole('banner').getByRole('status')
    const asked = page.waitForRequest('**/api/v1/changes')
    const release = await holdResponses(page, '**/api/v1/**')
    await page.clock.fastForward(interval)
    await asked
    await page.clock.fastForward(answerTimeout)
    await expect(notice).toContainText('What you see may be old')
    await expect(screen.remark).toBeFocused()

    await page.route('**/api/v1/sales', (route) => route.abort('connectionrefused'))
    await screen.submit.click()
    await expect(screen.failed).toBeVisible()
    const error = page.getByRole('main').getByRole('alert')
    await expect(error).toContainText(`Error: ${lostConnection}`)

    await page.unroute('**/api/v1/sales')
    release()
    await page.clock.fastForward(interval)
    await expect(notice).toBeEmpty()
    await expect(error).toHaveCount(0)
    await expect(
      page.getByText('Stockie answers again. If you submit again, it is recorded only once.'),
    ).toBeVisible()
    await screen.submit.click()
    await expect(screen.created).toBeVisible()
    expect(await goods.recorded()).toMatchObject([{ totalAmount: 40, remark: 'Half a sent' }])
  })
}

for (const width of [1280, 390]) {
  test(`the notice covers nothing of the product search of a scrolled draft, at ${width} px @long`, async ({
    page,
    context,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 500 })
    const goods = await enterTestGoods(shop, 'sales')
    const screen = await fillInSale(page, goods)
    const yOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    const start = await yOf(screen.search)
    await page.evaluate((y) => window.scrollBy(0, y), start - 40)
    const before = await yOf(screen.line(goods.first.name))
    const notice = page.getByRole('banner').getByRole('status')
    await context.setOffline(true)
    await expect(notice).toContainText('What you see may be old')
    const { y, height } = (await notice.boundingBox()) ?? { y: 0, height: 0 }
    const search = await yOf(screen.search)
    // Sticky, and with room for the ring of its focus.
    expect(search).toBeLessThan(100)
    expect(search).toBeGreaterThanOrEqual(y + height + 3)
    expect(await yOf(screen.line(goods.first.name))).toBe(before)
    await context.setOffline(false)
    await expect(notice).toBeEmpty()
  })
}

for (const width of [1280, 390]) {
  test(`a list that alone cannot be read keeps its rows, and the notice says that they may be old, at ${width} px @long`, async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const name = uniqueWord()
    const { id } = await shop.enter('customers', { name })
    const list = listPage(page, recordScreenOf('customers'))
    await list.open()
    await list.search(name)
    await expect(list.row(name)).toBeVisible()
    const notice = page.getByRole('banner').getByRole('status')

    await page.route('**/api/v1/customers', (route) => route.abort('connectionrefused'))
    await shop.update(`customers/${id}`, { name: `${name} renamed` })
    await pollNow(page)
    await expect(notice).toContainText('What you see may be old')
    await expect(page.getByText('Failed to load customers.')).toBeVisible()
    await expect(list.row(name)).not.toContainText('renamed')

    await page.unroute('**/api/v1/customers')
    await page.clock.fastForward(interval)
    await expect(list.row(name)).toContainText('renamed')
    await expect(notice).toBeEmpty()
  })
}

test('a form says that the network failed, whether it adds or changes a record @long', async ({
  page,
  context,
  shop,
}) => {
  const name = uniqueWord()
  await shop.enter('customers', { name })
  const list = listPage(page, recordScreenOf('customers'))
  await list.open()
  await list.search(name)
  await list.row(name).getByRole('button', { name: 'Edit' }).click()
  await context.setOffline(true)
  // Chromium may still send a request that begins at once.
  const isReached = () => page.evaluate(() => fetch('/livez').then(Boolean, () => false))
  await expect.poll(isReached).toBe(false)
  await list.dialog.getByLabel('Phone').fill('1234')
  await list.save()
  await expect(page.getByText('Failed to update customer. Please try again.')).toBeVisible()
  await expect(list.dialog.getByText(`Error: ${lostConnection}`)).toBeVisible()
  await list.dialog.getByRole('button', { name: 'Cancel' }).click()

  await list.button('Create').click()
  await list.dialog.getByLabel('Name').fill(`${name} new`)
  await list.save()
  await expect(list.dialog.getByText(`Error: ${lostConnection}`)).toBeVisible()
  await context.setOffline(false)
  await list.save()
  await expect(list.row(`${name} new`)).toBeVisible()
})
