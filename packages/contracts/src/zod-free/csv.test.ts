import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvRecord, protectFormula, unprotectFormula } from './csv'

test('a CSV record quotes delimiters, quotes, line ends and outer blanks, and leaves empty cells empty', () => {
  expect(formatCsvRecord(['a,b', 'a;b', 'say "hi"', 'two\nlines', ' x', null, ''], ',')).toBe(
    '"a,b","a;b","say ""hi""","two\nlines"," x",,\r\n',
  )
  expect(formatCsvRecord(['a,b', 'a;b'], ';')).toBe('"a,b";"a;b"\r\n')
})

test('a CSV record writes numbers plainly, and protects only texts from being formulas', () => {
  expect(
    formatCsvRecord([-12.5, 0.1, 1234567890123.25, '-12.5', '=1+1', '@x', '\tx', '+49'], ','),
  ).toBe(`-12.5,0.1,1234567890123.25,'-12.5,'=1+1,'@x,"'\tx",'+49\r\n`)
})

test('the protection of a text is removed exactly, also if the text begins with an apostrophe', () => {
  expect(protectFormula("'tis")).toBe("''tis")
  expect(unprotectFormula("'tis")).toBe("'tis")
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", 'a') }),
  )
  fc.assert(fc.property(text, (any) => unprotectFormula(protectFormula(any)) === any))
  fc.assert(fc.property(text, (any) => !/^[=+\-@\t\r]/.test(protectFormula(any))))
})
