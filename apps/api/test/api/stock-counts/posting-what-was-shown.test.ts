import { expect, test } from 'vitest'
import { openCountShop } from './count-shop'

/** A count that a user finished and looks at, and that another user then counts on and finishes again. */
async function openCountFinishedTwice() {
  const opened = await openCountShop()
  const { tea, rice, counts, as } = opened
  const cashier = await as(3)
  const id = await counts.open({ productIds: [tea, rice] })
  await counts.enter(id, tea, { counted: 98 })
  await counts.step(id, 'finish')
  const seen = await counts.read(id)
  await cashier.enter(id, rice, { counted: 1 })
  await cashier.step(id, 'finish')
  return { ...opened, id, seen: seen.finishedAt, now: (await counts.read(id)).finishedAt }
}

test('a count that was finished anew since the caller saw it is not posted', async () => {
  const { shop, tea, rice, counts, id, seen, now } = await openCountFinishedTwice()
  expect(await counts.step(id, 'post', { finishedAt: seen })).toMatchObject({
    status: 409,
    body: {
      detail: 'Numbers were added meanwhile. Look at the differences again, then post them.',
    },
  })
  expect(await shop.stock()).toMatchObject({ [tea]: 100, [rice]: 100 })
  expect(await counts.read(id)).toMatchObject({ state: 'finished', finishedAt: now })
  // The instant counts, not how it is written.
  const posted = await counts.step(id, 'post', { finishedAt: now?.replace('Z', '0Z') })
  expect(posted).toMatchObject({ status: 200, body: { state: 'posted' } })
  expect(await shop.stock()).toMatchObject({ [tea]: 98, [rice]: 1 })
  // A posted count stays as it is, also if the caller has seen another one.
  for (const body of [{ finishedAt: seen }, { finishedAt: now }, {}, undefined]) {
    expect((await counts.step(id, 'post', body)).body).toEqual(posted.body)
  }
})

test.each([{}, undefined])('a caller may post without what was shown: %j @long', async (body) => {
  const { shop, tea, rice, counts, id } = await openCountFinishedTwice()
  expect((await counts.step(id, 'post', body)).status).toBe(200)
  expect(await shop.stock()).toMatchObject({ [tea]: 98, [rice]: 1 })
})

test('a malformed moment is refused, and posts nothing @long', async () => {
  const { api, shop, counts, id, now } = await openCountFinishedTwice()
  for (const finishedAt of ['yesterday', '2026-11-27', 0, null, [now]]) {
    expect(await counts.step(id, 'post', { finishedAt })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'finishedAt' }] },
    })
  }
  const send = (body: string, type = 'application/json') =>
    api.call(`/stock-counts/${id}/post`, {
      token: shop.token,
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
  expect((await send('{')).status).toBe(400)
  expect((await send('[]')).status).toBe(422)
  expect((await send('x', 'text/plain')).status).toBe(415)
  expect(await counts.read(id)).toMatchObject({ state: 'finished' })
  // No bytes at all are no body.
  expect((await send('')).status).toBe(200)
})
