import { type Shop, shop as contract } from '@stockie/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { smallPng } from '#test/support/pictures'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { createUser } from '#test/support/test-users'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  const owner = await createUser(api.pool, 1)
  token = api.tokens.sign({ userId: owner.id, version: 0 })
})
beforeEach(async () => {
  await api.pool.query('delete from shop')
})
afterAll(() => api.stop())

const read = async (): Promise<Shop> => contract.parse((await api.call('/shop', { token })).body)
const change = (body: object) => api.call('/shop', { method: 'PUT', token, body })
const upload = (body: Uint8Array, type = 'image/png') =>
  api.call('/shop/logo', {
    method: 'PUT',
    token,
    body: Buffer.from(body),
    headers: { 'content-type': type },
  })
const messages = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) })

async function download() {
  const response = await fetch(`${api.url}/api/v1/shop/logo`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { response, data: Buffer.from(await response.arrayBuffer()) }
}

const details = {
  name: 'Harbour Coffee',
  address: '12 Quay Street\nBristol',
  phone: '+44 20 7946 0018',
  email: 'shop@example.com',
  taxNumber: 'GB 123 4567 89',
  slipFooter: 'Thank you!\n\nExchange within 14 days.',
  slipWidth: '58mm',
}

test('a shop without settings has none, and 80 mm slips', async () => {
  expect(await read()).toEqual({
    name: null,
    address: null,
    phone: null,
    email: null,
    taxNumber: null,
    slipFooter: null,
    slipWidth: '80mm',
    hasLogo: false,
    secondFactorRequired: false,
    coverDays: 14,
    version: 1,
    key: null,
  })
})

test('an owner changes the settings, and what a request leaves out stays', async () => {
  expect((await change(details)).body).toMatchObject({ ...details, version: 2 })
  expect((await change({ secondFactorRequired: true })).body).toMatchObject(details)
  await change({ phone: null, slipWidth: 'A4' })
  expect(await read()).toEqual({
    ...details,
    phone: null,
    slipWidth: 'A4',
    hasLogo: false,
    secondFactorRequired: true,
    coverDays: 14,
    version: 4,
    key: null,
  })
  expect(await change({})).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ ...details, phone: null, slipWidth: 'A4' })
})

test.each([
  [{ name: 'x'.repeat(201) }, 'name', 'Name must have at most 200 characters'],
  [{ email: 'shop' }, 'email', 'Invalid email format'],
  [{ slipWidth: '57mm' }, 'slipWidth', 'Slip width must be 80mm, 58mm or A4'],
  [
    { slipFooter: 'x'.repeat(2001) },
    'slipFooter',
    'Slip footer must have at most 2,000 characters',
  ],
])(
  'the setting %j is refused at its field, and nothing is stored',
  async (input, path, message) => {
    const answer = await change({ ...details, ...input })
    expect(answer.status).toBe(422)
    expect(messages.parse(answer.body).errors).toEqual([{ path, message }])
    expect(await read()).toMatchObject({ name: null, version: 1 })
  },
)

test('a removed logo is gone, and the other settings stay', async () => {
  await change(details)
  await upload(smallPng)
  const removed = await api.call('/shop/logo', { method: 'DELETE', token })
  expect(removed.body).toMatchObject({ ...details, hasLogo: false, version: 4 })
  expect((await download()).response.status).toBe(404)
})
