import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPng, shrinkPng } from './lib/shrink-png.mjs'

const width = 7
const height = 5
const few = Array.from({ length: width * height }, (_, at) => (at * at * 7919) % 0x1000000)

/** A PNG of those pixels whose rows are filtered in one way each: PNG has five. */
function filteredPng(pixels, withAlpha = false) {
  const rowCount = pixels.length / width
  const size = withAlpha ? 4 : 3
  const stride = width * size
  const bytes = pixels.flatMap((colour) => {
    const parts = [colour >> 16, (colour >> 8) & 255, colour & 255]
    return withAlpha ? [...parts, 255] : parts
  })
  const byteAt = (y, x) => (y < 0 || x < 0 ? 0 : (bytes[y * stride + x] ?? 0))
  const rows = Array.from({ length: rowCount }, (_, y) => {
    const row = Array.from({ length: stride }, (_none, x) => {
      const [left, up, corner] = [byteAt(y, x - size), byteAt(y - 1, x), byteAt(y - 1, x - size)]
      const foretold =
        [0, left, up, Math.floor((left + up) / 2), nearest(left, up, corner)][y % 5] ?? 0
      return (byteAt(y, x) - foretold + 256) % 256
    })
    return [y % 5, ...row]
  })
  const header = [0, 0, 0, width, 0, 0, 0, rowCount, 8, withAlpha ? 6 : 2, 0, 0, 0]
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', [...deflateSync(Buffer.from(rows.flat()))]),
    chunk('IEND', []),
  ])
}

/** Of the three the one that is nearest to what they foretell together, the first of equals. */
function nearest(left, up, corner) {
  const away = (one) => Math.abs(left + up - corner - one)
  return [left, up, corner].toSorted((one, other) => away(one) - away(other))[0] ?? 0
}

function chunk(type, data) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Nobody reads its checksum.
  return Buffer.concat([length, Buffer.from(type), Buffer.from(data), Buffer.alloc(4)])
}

test.each([false, true])('a picture of few colours stays as it was (transparency: %s)', (alpha) => {
  expect([...readPng(filteredPng(few, alpha)).pixels]).toEqual(few)
  const small = readPng(shrinkPng(filteredPng(few, alpha)))
  expect([...small.pixels]).toEqual(few)
  expect([small.width, small.height]).toEqual([width, height])
})

test('what is shrunk already shrinks no further', () => {
  const once = shrinkPng(filteredPng(few))
  expect(shrinkPng(once)).toEqual(once)
})

test('of a picture of many colours each stays about what it was, a rare one too', () => {
  const shades = Array.from({ length: width * 100 - 1 }, (_, at) => 0x404040 + at * 0x0100 + at)
  const many = [...shades, 0xffa500]
  const small = [...readPng(shrinkPng(filteredPng(many))).pixels]
  expect(new Set(small).size).toBeLessThanOrEqual(256)
  expect(small.at(-1)).toBe(0xffa500)
})
