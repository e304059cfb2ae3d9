import { expect, test } from 'vitest'
import { acceptedEncoding } from './response-body'

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
])('of "%s" it takes %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
