import { expect, test } from 'vitest'
import { openCountShop } from './count-shop'

test('numbers beside Finish are seen by it or open the count again @long', async () => {
  const { tea, rice, counts } = await openCountShop()
  for (let round = 0; round < 10; round += 1) {
    const id = await counts.open()
    await counts.enter(id, tea, { counted: 1 })
    const [finished, entered, again] = await Promise.all([
      counts.step(id, 'finish'),
      counts.enter(id, rice, { counted: round }),
      counts.step(id, 'finish'),
    ])
    expect([finished, entered, again].map(({ status }) => status)).toEqual([200, 200, 200])
    const { state, counted } = await counts.read(id)
    expect(counted).toBe(2)
    const seen = [finished, again].map(({ body }) => Number(Object(body).counted))
    expect(state === 'open' || seen.includes(2)).toBe(true)
    expect((await counts.step(id, 'post')).status).toBe(state === 'open' ? 409 : 200)
  }
})

test('many devices enter numbers in a finished count at once @long', async () => {
  const { tea, rice, oil, counts } = await openCountShop()
  const id = await counts.open()
  await counts.enter(id, tea, { counted: 1 })
  await counts.step(id, 'finish')
  const answers = await Promise.all(
    [tea, rice, oil, tea, rice, oil].map((productId) =>
      counts.enter(id, productId, { counted: 2, mode: 'add' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await counts.read(id)).lines.map(({ counted }) => counted)).toEqual([5, 4, 4])
})

test('what is booked by hand or by an import after the number is not subtracted again @long', async () => {
  const { api, shop, tea, counts } = await openCountShop()
  const book = (stock: number, stockReason?: string) =>
    api.call(`/products/${tea}`, {
      token: shop.token,
      method: 'PUT',
      body: { name: 'Tea', price: 3, cost: 2, stock, categoryId: shop.categoryId, stockReason },
    })
  const id = await counts.open({ productIds: [tea] })
  await counts.enter(id, tea, { counted: 95 })
  // Someone books the same missing pieces by hand, and then two break.
  await book(95)
  await book(93, 'damaged')
  expect(await counts.lineOf(id, tea)).toMatchObject({ difference: 0, moved: -2 })
  await counts.step(id, 'finish')
  await counts.step(id, 'post')
  expect(await shop.stock()).toMatchObject({ [tea]: 93 })
})

test('a count is undone only after later counts of its products', async () => {
  const { shop, tea, counts } = await openCountShop()
  const ids: number[] = []
  for (const counted of [95, 96]) {
    const id = await counts.open({ productIds: [tea] })
    await counts.enter(id, tea, { counted })
    await counts.step(id, 'finish')
    await counts.step(id, 'post')
    ids.push(id)
  }
  const [first = 0, second = 0] = ids
  const refused = await counts.step(first, 'undo')
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    detail: `The count ${second} counted the same products later. Undo that count first.`,
  })
  expect((await counts.step(second, 'undo')).status).toBe(200)
  expect((await counts.step(first, 'undo')).status).toBe(200)
  expect(await shop.stock()).toMatchObject({ [tea]: 100 })
})

test('a deleted product has no difference, and its number does not count at Finish', async () => {
  const { tea, rice, counts, remove } = await openCountShop()
  const id = await counts.open()
  await counts.enter(id, tea, { counted: 1 })
  await counts.enter(id, rice, { counted: 99 })
  await remove(`/products/${tea}`)
  expect((await counts.step(id, 'finish')).body).toMatchObject({
    differing: 1,
    units: -1,
    value: -4,
  })
  expect(await counts.lineOf(id, tea)).toMatchObject({ difference: null })
})

test('a caller that has seen numbers which the count does not have is told to read again', async () => {
  const { tea, counts } = await openCountShop()
  const id = await counts.open({ productIds: [tea] })
  expect((await counts.enter(id, tea, { counted: 1, entries: 3 })).body).toMatchObject({
    status: 409,
    detail: 'This product has no number in this count. Read the count again.',
  })
})
