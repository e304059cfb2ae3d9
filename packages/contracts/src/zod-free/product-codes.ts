/** Printable ASCII, as barcodes have it. */
const writable = /^[ -~]{1,64}$/

/** Whether a text can be a product's code. */
export function isProductCode(text: string): boolean {
  return writable.test(text) && text.trim() === text
}

/**
 * All spellings of a code, in lower case. The first is the one by which codes are compared: the function
 * code_key of the database returns the same. A UPC-A is the same as an EAN-13 with a leading 0.
 */
export function codeForms(code: string): [key: string, ...others: string[]] {
  const form = code.toLowerCase()
  if (/^\d{12}$/.test(form) && hasCheckDigit(form)) return [`0${form}`, form]
  return /^0\d{12}$/.test(form) && hasCheckDigit(form) ? [form, form.slice(1)] : [form]
}

const numberedKinds = new Map([
  [8, 'EAN-8'],
  [12, 'UPC-A'],
  [13, 'EAN-13'],
])

/** The kind of code that the number of digits suggests, and its last digit, if the code has another one. */
export function findWrongCheckDigit(code: string): { kind: string; expected: number } | undefined {
  const kind = numberedKindOf(code)
  if (kind === undefined || hasCheckDigit(code)) return undefined
  return { kind, expected: checkDigitOf(code.slice(0, -1)) }
}

/** Whether a code is an EAN-8, a UPC-A or an EAN-13, with a right check digit. */
export function isRetailBarcode(code: string): boolean {
  return numberedKindOf(code) !== undefined && hasCheckDigit(code)
}

function numberedKindOf(code: string): string | undefined {
  return /^\d+$/.test(code) ? numberedKinds.get(code.length) : undefined
}

function hasCheckDigit(digits: string): boolean {
  return Number(digits.at(-1)) === checkDigitOf(digits.slice(0, -1))
}

/** The digits count threefold and once in turn, starting on the right. */
function checkDigitOf(digits: string): number {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}
