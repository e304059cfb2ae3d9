import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptedEncoding, createJsonBody } from './response-body'

test('a JSON body is compressed once for concurrent and later requests', async () => {
  const body = createJsonBody('["tea"]')
  const [first, second] = await Promise.all([body.encoded('gzip'), body.encoded('gzip')])
  expect(second).toBe(first)
  expect(await body.encoded('gzip')).toBe(first)
  expect(String(gunzipSync(first))).toBe('["tea"]')
})

test('a JSON body is compressed again after a failed attempt', async () => {
  let attempts = 0
  const encode = async (plain: Buffer) => {
    attempts += 1
    if (attempts === 1) throw new Error('no memory')
    return plain
  }
  const body = createJsonBody('["tea"]', { br: encode, gzip: encode })
  await expect(body.encoded('gzip')).rejects.toThrow('no memory')
  expect(await body.encoded('gzip')).toBe(body.plain)
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000, gzip ; q=0', undefined],
  ['br;q=0.001', 'br'],
  ['identity', undefined],
  ['brotli, gzipped', undefined],
])('acceptedEncoding reads the header "%s" as %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
