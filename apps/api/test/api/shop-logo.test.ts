import { setTimeout } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { shop as contract } from '@stockie/contracts'
import { decode, encode } from 'fast-png'
import jpeg from 'jpeg-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  chunk,
  filteredPng,
  inflating,
  noise,
  palettePng,
  smallPng,
  turnedJpeg,
  withSize,
} from '#test/support/pictures'
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

const read = async () => contract.parse((await api.call('/shop', { token })).body)
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

/** The bright corner of the upload is at its top left. */
async function expectUpright(
  orientation: number,
  isTurned: boolean,
  corner: string,
): Promise<void> {
  for (const order of ['II', 'MM'] as const) {
    const picture = turnedJpeg(orientation, order)
    expect((await upload(picture, 'image/jpeg')).status).toBe(200)
    const { width, height, data } = jpeg.decode((await download()).data)
    expect([width, height]).toEqual(isTurned ? [16, 32] : [32, 16])
    const brightness = (x: number, y: number) => data[(y * width + x) * 4] ?? 0
    const corners = {
      'top left': brightness(2, 2),
      'top right': brightness(width - 3, 2),
      'bottom left': brightness(2, height - 3),
      'bottom right': brightness(width - 3, height - 3),
    }
    const [brightest] = Object.entries(corners).toSorted(([, a], [, b]) => b - a)
    expect(brightest?.[0]).toBe(corner)
  }
}

test.each([[6, true, 'top right']])(
  'a JPEG of a camera that was held another way is stored upright: orientation %d',
  expectUpright,
)

test.each([
  [1, false, 'top left'],
  [2, false, 'top right'],
  [3, false, 'bottom right'],
  [4, false, 'bottom left'],
  [5, true, 'top left'],
  [7, true, 'bottom right'],
  [8, true, 'bottom left'],
])(
  'a JPEG of a camera that was held another way is stored upright: orientation %d @long',
  expectUpright,
)

test('a JPEG with damaged camera data is stored as it lies', async () => {
  const picture = turnedJpeg(6, 'II')
  picture.writeUInt32LE(0xffffff00, 16)
  expect((await upload(picture, 'image/jpeg')).status).toBe(200)
  expect(jpeg.decode((await download()).data)).toMatchObject({ width: 32, height: 16 })
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

test('a PNG whose other chunks cannot be decoded is stored without them', async () => {
  const profile = chunk('iCCP', Buffer.from('profile\0\0no zlib'))
  const png = Buffer.concat([smallPng.subarray(0, 33), profile, smallPng.subarray(33)])
  expect((await upload(png)).status).toBe(200)
  expect((await download()).data.includes('iCCP')).toBe(false)
})

test.each([
  ['opaque', 3],
  ['transparent', 4],
] as const)(
  'a PNG of %s pixels that grows when it is encoded anew is stored as a JPEG, which can be uploaded again @long',
  async (_name, channels) => {
    const png = filteredPng(700, channels)
    expect(png.length).toBeLessThan(512 * 1024)
    expect((await upload(png)).status).toBe(200)
    const { response, data } = await download()
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(data.length).toBeLessThanOrEqual(512 * 1024)
    const picture = jpeg.decode(data)
    expect(picture).toMatchObject({ width: 700, height: 700 })
    // Transparent pixels lie on white, as on paper.
    const [before, after] = [decode(png).data[0] ?? 0, picture.data[0] ?? 0]
    expect(Math.abs(after - (channels === 4 ? 255 : before))).toBeLessThan(30)
    expect((await upload(data, 'image/jpeg')).status).toBe(200)
  },
)

test('a PNG with a palette keeps its colours', async () => {
  expect((await upload(palettePng([0, 1, 1, 0]))).status).toBe(200)
  const { data } = decode((await download()).data)
  expect(Array.from(data)).toEqual([9, 8, 7, 1, 2, 3, 1, 2, 3, 9, 8, 7])
})

async function expectNoLogo(
  _name: string,
  picture: () => Uint8Array,
  message: string,
): Promise<void> {
  const body = picture()
  // It blocked the process: the server may close idle connections now, which the client notices only then.
  await setTimeout(100)
  const answer = await upload(body)
  expect(answer.status).toBe(422)
  const [error] = messages.parse(answer.body).errors
  expect(error).toMatchObject({ path: 'logo', message: expect.stringContaining(message) })
  expect(await read()).toMatchObject({ hasLogo: false, version: 1 })
  expect((await download()).response.status).toBe(404)
}

test.each([
  ['a text', () => Buffer.from('GIF89a'), 'must be a PNG or a JPEG'],
  ['half a PNG', () => smallPng.subarray(0, 60), 'cannot be read'],
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
])('%s is no logo, and nothing is stored', expectNoLogo)

test.each([
  ['a script in an SVG', () => Buffer.from('<svg onload="alert(1)"/>'), 'must be a PNG or a JPEG'],
  ['nothing', () => Buffer.alloc(0), 'must be a PNG or a JPEG'],
  ['a PNG with a wrong sum', () => Buffer.from(smallPng).fill(7, 44, 50), 'cannot be read'],
  [
    'a PNG that has two sizes',
    () =>
      Buffer.concat([
        smallPng.subarray(0, 33),
        withSize(2001, 1).subarray(8, 33),
        chunk('IDAT', deflateSync(Buffer.alloc(2001 * 3 + 1))),
        smallPng.subarray(-12),
      ]),
    'cannot be read',
  ],
  [
    'a PNG that begins with another chunk than its size',
    () => {
      const png = encode(noise(2001, 1))
      const comment = chunk('tEXt', Buffer.from('\0\0\0\x01\0\0\0\x01'))
      return Buffer.concat([png.subarray(0, 8), comment, png.subarray(8)])
    },
    'at most 2,000 pixels a side',
  ],
  ['a PNG that inflates to 200 MB', inflating, 'cannot be read'],
])('%s is no logo, and nothing is stored @long', expectNoLogo)

test('a picture of more than 512 kB and another content type are refused before it is read', async () => {
  expect((await upload(Buffer.alloc(512 * 1024 + 1))).status).toBe(413)
  expect((await upload(smallPng, 'image/svg+xml')).status).toBe(415)
  expect((await upload(smallPng, 'application/json')).status).toBe(415)
  expect((await read()).hasLogo).toBe(false)
})
