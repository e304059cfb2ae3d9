/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

export type CsvDelimiter = ',' | ';'

/** A text, a number or nothing. Only a text is protected, so a number stays a number. */
export type CsvCell = string | number | null

/** A spreadsheet would run these as formulas. An apostrophe is escaped too, so that the protection can be removed. */
const formulaStart = /^[=+\-@\t\r']/
const protectedStart = /^'[=+\-@\t\r']/

/** One record of RFC 4180, with its line end. */
export function formatCsvRecord(cells: readonly CsvCell[], delimiter: CsvDelimiter): string {
  return `${cells.map(formatCell).join(delimiter)}\r\n`
}

/** Quotes all delimiters, so that a text stays whole in a program that expects another one. */
function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : protectFormula(cell)
  if (!/[",;\t\r\n]|^\s|\s$/.test(text)) return text
  return `"${text.replaceAll('"', '""')}"`
}

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function protectFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `protectFormula` puts before a text. */
export function unprotectFormula(text: string): string {
  return protectedStart.test(text) ? text.slice(1) : text
}
