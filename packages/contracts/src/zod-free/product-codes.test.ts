import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeForms, findWrongCheckDigit, isProductCode, isRetailBarcode } from './product-codes'

test.each([
  ['AB-1', ['ab-1']],
  // A UPC-A, and the same article as an EAN-13.
  ['036000291452', ['0036000291452', '036000291452']],
  ['0036000291452', ['0036000291452', '036000291452']],
  // The same with a wrong check digit, an EAN-13 of another country, and an EAN-8.
  ['036000291453', ['036000291453']],
  ['0036000291453', ['0036000291453']],
  ['4006381333931', ['4006381333931']],
  ['96385074', ['96385074']],
])('the spellings of the code %s are %j', (code, forms) => {
  expect(codeForms(code)).toEqual(forms)
})

test.each([
  ['4006381333932', { kind: 'EAN-13', expected: 1 }],
  ['96385070', { kind: 'EAN-8', expected: 4 }],
  ['036000291450', { kind: 'UPC-A', expected: 2 }],
  ['4006381333931', undefined],
  ['96385074', undefined],
  ['036000291452', undefined],
  ['0036000291452', undefined],
  ['00000000', undefined],
  ['963850', undefined],
  ['40063813339A2', undefined],
  ['', undefined],
])('the check digit of %s is judged as %j', (code, wrong) => {
  expect(findWrongCheckDigit(code)).toEqual(wrong)
})

test('exactly one of the ten last digits is right', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789')),
    minLength: 7,
    maxLength: 12,
  })
  fc.assert(
    fc.property(digits, (text) => {
      fc.pre([7, 11, 12].includes(text.length))
      const right = Array.from('0123456789').filter(
        (last) => findWrongCheckDigit(text + last) === undefined,
      )
      expect(right).toHaveLength(1)
    }),
  )
})

test.each([
  ['a', true],
  ['a b~!', true],
  ['x'.repeat(64), true],
  ['', false],
  [' a', false],
  ['a\n', false],
  ['é', false],
  ['x'.repeat(65), false],
])('whether %j can be a code is judged as %s', (text, isCode) => {
  expect(isProductCode(text)).toBe(isCode)
})

test.each([
  ['4006381333931', true],
  ['4006381333932', false],
  ['036000291452', true],
  ['96385074', true],
  ['9638507', false],
  ['SHELF-7B', false],
])('whether %s is the barcode of a retail product: %s', (code, expected) => {
  expect(isRetailBarcode(code)).toBe(expected)
})
