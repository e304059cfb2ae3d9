import { crc32, deflateSync } from 'node:zlib'
import { type Shop, shop as contract } from '@stockie/contracts'
import { decode, encode } from 'fast-png'
import jpeg from 'jpeg-js'
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

/** A picture of noise, which no codec can shrink. */
function noise(width: number, height: number, channels = 4) {
  const data = new Uint8Array(width * height * channels)
  for (let index = 0; index < data.length; index += 1) data[index] = (index * 2_654_435_761) >>> 24
  return { width, height, data, channels: channels as 3 | 4 }
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
    version: 1,
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
    version: 4,
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

test('a PNG is stored with its pixels alone', async () => {
  const comment = Buffer.from('tEXtComment\0<script>alert(1)</script>')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(comment.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(comment))
  const withText = Buffer.concat([
    smallPng.subarray(0, 33),
    length,
    comment,
    sum,
    smallPng.subarray(33),
  ])
  expect((await upload(withText)).body).toMatchObject({ hasLogo: true, version: 2 })
  const { response, data } = await download()
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(data.toString('latin1')).not.toContain('script')
  expect(decode(data).data).toEqual(decode(smallPng).data)
})

test('a JPEG is stored with its pixels alone, and in at most 512 kB', async () => {
  const encoded = Buffer.from(jpeg.encode({ ...noise(400, 300) }, 95).data)
  const exif = Buffer.from('\xff\xe1\x00\x17Exif\0\0GPS 51.45,-2.59', 'latin1')
  const withExif = Buffer.concat([encoded.subarray(0, 2), exif, encoded.subarray(2)])
  expect((await upload(withExif, 'image/jpeg')).status).toBe(200)
  const { response, data } = await download()
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(data.toString('latin1')).not.toContain('GPS')
  expect(jpeg.decode(data)).toMatchObject({ width: 400, height: 300 })
  expect(data.length).toBeLessThanOrEqual(512 * 1024)
})

test.each([
  ['grey', 8, 1],
  ['16 bits', 16, 3],
  ['transparency', 8, 4],
] as const)('a PNG with %s keeps its look', async (_name, depth, channels) => {
  const values = Array.from({ length: 4 * channels }, (_, index) => index * 15)
  const data = depth === 16 ? Uint16Array.from(values) : Uint8Array.from(values)
  expect((await upload(encode({ width: 2, height: 2, data, depth, channels }))).status).toBe(200)
  expect(Array.from(decode((await download()).data).data)).toEqual(values)
})

test('a PNG with a palette keeps its colours', async () => {
  expect((await upload(palettePng([0, 1, 1, 0]))).status).toBe(200)
  const { data } = decode((await download()).data)
  expect(Array.from(data)).toEqual([9, 8, 7, 1, 2, 3, 1, 2, 3, 9, 8, 7])
})

/** A PNG of 2 x 2 pixels with the colours #090807 and #010203. */
function palettePng(indexes: number[]): Buffer {
  const rows = Buffer.from([
    0,
    indexes[0] ?? 0,
    indexes[1] ?? 0,
    0,
    indexes[2] ?? 0,
    indexes[3] ?? 0,
  ])
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0])
  const chunks = [
    ['IHDR', header],
    ['PLTE', Buffer.from([9, 8, 7, 1, 2, 3])],
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    smallPng.subarray(0, 8),
    ...chunks.map(([type, data]) => chunk(type, data)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

function withSize(width: number, height: number): Buffer {
  const png = Buffer.from(smallPng)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** Says 2,000 x 2,000 pixels, and inflates to 200 MB. */
const inflating = () =>
  Buffer.concat([
    withSize(2000, 2000).subarray(0, 33),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000_000))),
    smallPng.subarray(-12),
  ])

test.each([
  ['a script in an SVG', () => Buffer.from('<svg onload="alert(1)"/>'), 'must be a PNG or a JPEG'],
  ['a text', () => Buffer.from('GIF89a'), 'must be a PNG or a JPEG'],
  ['nothing', () => Buffer.alloc(0), 'must be a PNG or a JPEG'],
  ['half a PNG', () => smallPng.subarray(0, 60), 'cannot be read'],
  ['a PNG with a wrong sum', () => Buffer.from(smallPng).fill(7, 44, 50), 'cannot be read'],
  ['half a JPEG', () => jpeg.encode(noise(60, 60), 50).data.subarray(0, 900), 'cannot be read'],
  [
    'a bomb of 50,000 x 50,000 pixels',
    () => withSize(50_000, 50_000),
    'at most 2,000 pixels a side',
  ],
  ['a PNG of 2,001 x 1 pixels', () => encode(noise(2001, 1)), 'at most 2,000 pixels a side'],
  [
    'a JPEG of 2,001 x 8 pixels',
    () => jpeg.encode(noise(2001, 8), 50).data,
    'at most 2,000 pixels a side',
  ],
  ['a PNG that inflates to 200 MB', inflating, 'cannot be read'],
])('%s is no logo, and nothing is stored', async (_name, picture, message) => {
  const answer = await upload(picture())
  expect(answer.status).toBe(422)
  const [error] = messages.parse(answer.body).errors
  expect(error).toMatchObject({ path: 'logo', message: expect.stringContaining(message) })
  expect(await read()).toMatchObject({ hasLogo: false, version: 1 })
  expect((await download()).response.status).toBe(404)
})

test('a picture of more than 512 kB and another content type are refused before it is read', async () => {
  expect((await upload(Buffer.alloc(512 * 1024 + 1))).status).toBe(413)
  expect((await upload(smallPng, 'image/svg+xml')).status).toBe(415)
  expect((await upload(smallPng, 'application/json')).status).toBe(415)
  expect((await read()).hasLogo).toBe(false)
})

test('a removed logo is gone, and the other settings stay', async () => {
  await change(details)
  await upload(smallPng)
  const removed = await api.call('/shop/logo', { method: 'DELETE', token })
  expect(removed.body).toMatchObject({ ...details, hasLogo: false, version: 4 })
  expect((await download()).response.status).toBe(404)
})
