/** '12,50' becomes '12.50', and '1,250.00' becomes '1250.00'. Other commas stay. */
export function withoutCommas(text: string): string {
  const amount = text.trim()
  if (/^[-+]?\d*,\d{1,2}$/.test(amount)) return amount.replace(',', '.')
  // '0,500' is ambiguous: a group of thousands never begins with a zero.
  return /^[-+]?[1-9]\d*(,\d{3})+(\.\d*)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}
