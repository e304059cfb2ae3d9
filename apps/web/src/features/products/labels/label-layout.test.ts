import { expect, test } from 'vitest'

import { encodeBars } from '@/lib/barcodes/barcode-bars'
import { drawBarcode } from './label-layout'

const draw = (code: string, layout: 'roll' | 'a4' = 'roll') => drawBarcode(encodeBars, code, layout)

test('a code with 13 digits and a right check digit is drawn as an EAN-13 with its quiet zones', () => {
  const drawn = draw('4006381333931')
  expect(drawn).toMatchObject({ modules: 11 + 95 + 7, width: 113 * 0.375 })
  expect(drawn?.path).toMatch(/^M11 0h1v1h-1zM13 0h1v1h-1z/)
  expect(drawn?.path).toMatch(/M105 0h1v1h-1z$/)
})

test('a UPC-A is drawn as the EAN-13 that is the same code', () => {
  expect(draw('036000291452')).toEqual(draw('0036000291452'))
  expect(draw('036000291452')?.modules).toBe(113)
})

test.each(['4006381333932', '96385074', 'Shelf 7b', '~!^"'])(
  'the code %s is a Code 128',
  (code) => {
    const drawn = draw(code)
    expect(drawn?.path).toMatch(/^M10 0h2v1h-2z/)
    // Start, check and stop take 35 modules, and each symbol 11.
    expect(((drawn?.modules ?? 0) - 20 - 35) % 11).toBe(0)
  },
)

test('a longer code has thinner bars, of a whole number of dots, and none below a quarter millimetre', () => {
  const widths = ['ABC', 'ABCDEF', 'ABCDEFGHIJKL'].map((code) => {
    const drawn = draw(code)
    return drawn && drawn.width / drawn.modules
  })
  expect(widths).toEqual([0.375, 0.375, 0.25])
  expect(draw('ABCDEFGHIJKLM')).toBeNull()
  // A4 labels are wider, and two digits take the place of one letter.
  expect(draw('ABCDEFGHIJKLM', 'a4')?.width).toBeLessThanOrEqual(60)
  expect(draw('12345678901234567890')?.width).toBeLessThanOrEqual(49)
  expect(draw('A'.repeat(64), 'a4')).toBeNull()
})
