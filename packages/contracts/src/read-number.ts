/** A whole number as a form field holds it: '12', '-3', '12.00'. Not '', ' ', '1e3' or '0x10'. */
const wholeNumber = /^-?\d+(\.0*)?$/

/**
 * What a form holds, as the number that it says. All that is no plain number stays as it is, for
 * the schema behind to refuse: a bare coercion would make '', null and [] a 0, and true a 1.
 */
export function readNumber(value: string | number): unknown {
  const written = typeof value === 'string' ? value.trim() : ''
  return wholeNumber.test(written) ? Number(written) : value
}
