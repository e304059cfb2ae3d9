import { expect, test } from 'vitest'
import { openCountShop } from './count-shop'

test('numbers out of range, unknown counts and unknown products are refused', async () => {
  const { tea, counts } = await openCountShop()
  const id = await counts.open()
  for (const body of [
    { counted: -1 },
    { counted: 1.5 },
    { counted: 1_000_000_001 },
    { counted: 1, mode: 'sum' },
    {},
  ]) {
    expect((await counts.enter(id, tea, body)).status).toBe(422)
  }
  await counts.enter(id, tea, { counted: 1_000_000_000 })
  const tooMuch = await counts.enter(id, tea, { counted: 1, mode: 'add' })
  expect(tooMuch.body).toMatchObject({
    errors: [{ path: 'counted', message: 'The sum would be above 1,000,000,000.' }],
  })
  expect((await counts.enter(id, 999, { counted: 1 })).status).toBe(404)
  expect((await counts.enter(999, tea, { counted: 1 })).status).toBe(404)
  expect((await counts.step(999, 'finish')).status).toBe(404)
})

test('cashiers count and finish, and only owners and managers post', async () => {
  const { tea, as } = await openCountShop()
  const cashier = await as(3)
  const id = await cashier.open()
  await cashier.enter(id, tea, { counted: 1 })
  expect((await cashier.step(id, 'finish')).status).toBe(200)
  for (const step of ['post', 'undo'] as const) {
    expect((await cashier.step(id, step)).status).toBe(403)
  }
  const manager = await as(2)
  expect((await manager.step(id, 'post')).status).toBe(200)
  expect((await manager.step(id, 'undo')).status).toBe(200)
})
