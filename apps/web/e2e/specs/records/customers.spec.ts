import { expect, test } from '../../support/fixtures'
import { uniqueWord } from '../../support/shop-api'

test.use({ as: 'cashier' })

// @holds spec 2.78
test('a long customer name is at most 250 px wide in the list', async ({ page, shop }) => {
  const word = uniqueWord()
  await shop.enter('customers', { name: `${word} of ${'Llanfairpwllgwyngyll '.repeat(8)}` })
  await page.goto(`/customer?q=${word}`)
  const cell = page.getByRole('cell', { name: new RegExp(`^${word}`) })
  await expect(cell).toBeVisible()
  expect((await cell.boundingBox())?.width).toBeLessThanOrEqual(250)
})
