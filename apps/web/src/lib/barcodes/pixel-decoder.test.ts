import { encodeQR } from 'qr'
import { expect, test } from 'vitest'

import { type BarcodeKind, encodeBars } from './barcode-bars'
import { decodePixels } from './pixel-decoder'

/** Draws dark squares of four pixels, with a margin of ten squares. */
function draw(rows: readonly (readonly boolean[])[]) {
  const [side, margin] = [4, 10]
  const width = ((rows[0]?.length ?? 0) + 2 * margin) * side
  const height = (rows.length + 2 * margin) * side
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = rows[Math.floor(y / side) - margin]?.[Math.floor(x / side) - margin]
      if (isDark) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height }
}

function drawBars(kind: BarcodeKind, text: string) {
  const { bars, modules } = encodeBars(kind, text)
  const row = Array<boolean>(modules).fill(false)
  for (const { left, width } of bars) row.fill(true, left, left + width)
  return draw(Array<boolean[]>(40).fill(row))
}

test.each([
  ['ean13', '4006381333931', '4006381333931'],
  ['ean13', '2000000000428', '2000000000428'],
  // A UPC-A is an EAN-13 that begins with 0. Both are the same code of a product.
  ['ean13', '0036000291452', '036000291452'],
  ['code128', 'Shelf 7b/~', 'Shelf 7b/~'],
  ['code128', '12345678901234567890', '12345678901234567890'],
  ['code128', '7', '7'],
] as const)('the decoder reads the drawn %s of %s', (kind, text, expected) => {
  expect(decodePixels(drawBars(kind, text))).toBe(expected)
})

test('the decoder reads a QR code', () => {
  expect(decodePixels(draw(encodeQR('QR lamp #12', 'raw', { border: 2 })))).toBe('QR lamp #12')
})

test('the decoder finds nothing in an empty picture', () => {
  expect(decodePixels(draw([Array<boolean>(95).fill(false)]))).toBeNull()
})
