import { expect, test } from 'vitest'
import { formatBytes } from './byte-size'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [11_240, '11.2 kB'],
  [99_960, '100 kB'],
  [999_600, '1.0 MB'],
  [184_320_000, '184 MB'],
  [5e15, '5000 TB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
