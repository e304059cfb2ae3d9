import { expect, test } from 'vitest'
import { queueBehindLock } from '#test/support/database/lock-queue'
import { openCountShop } from './count-shop'

test('an undo that waits for the posting of a later count is refused because of that count', async () => {
  const { api, shop, tea, counts } = await openCountShop()
  const [first, later] = [await counts.open(), await counts.open()]
  await counts.enter(first, tea, { counted: 95 })
  await counts.step(first, 'finish')
  await counts.step(first, 'post')
  await counts.enter(later, tea, { counted: 90 })
  await counts.step(later, 'finish')

  const till = `select from products where id = ${tea} for no key update`
  const answers = await queueBehindLock(api.pool, till, [
    () => counts.step(later, 'post'),
    () => counts.step(first, 'undo'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(await shop.stock()).toMatchObject({ [tea]: 90 })
})
