import {
  type ImportField,
  importFields,
  type ImportMapping,
  type ImportOptions,
  type ImportResource,
  unprotectFormula,
  withoutCommas,
} from '@stockie/contracts'
import { invalidFields } from '#src/errors'

/** The texts of the fields that have a column. Numbers and days are written as the contracts read them. */
export type RowTexts = Record<string, string>

/** How the days of a file are written. Unknown if a day such as 03/04/2026 can be both. */
export type DayOrder = 'dayFirst' | 'monthFirst' | 'unknown'

type Options = {
  resource: ImportResource
  format: 'csv' | 'xlsx'
  columnCount: number
  mapping: ImportMapping
  options: ImportOptions
  dayOrder: DayOrder
}

/** Reads the fields of a row. A text of a CSV file may be protected from being run as a formula. */
export function createTextReader(options: Options): (cells: readonly string[]) => RowTexts {
  const { format, mapping, dayOrder } = options
  assertMapping(options)
  const fields = importFields[options.resource].filter(({ name }) => mapping[name]?.length)
  const readCell = format === 'csv' ? unprotectFormula : (cell: string) => cell

  return (cells) => {
    const texts: RowTexts = {}
    for (const field of fields) {
      const parts = (mapping[field.name] ?? [])
        .map((column) => readCell(cells[column] ?? '').trim())
        .filter((part) => part !== '')
      const text = parts.join(field.joint ?? ' ')
      texts[field.name] = readText(field, text, options.options.roundAmounts, dayOrder)
    }
    return texts
  }
}

/** Refuses a mapping that names an unknown column, before any row is read. */
function assertMapping({ columnCount, mapping }: Options): void {
  const problems = Object.entries(mapping).flatMap(([name, columns = []]) =>
    columns.some((column) => column >= columnCount)
      ? [{ path: `mapping.${name}`, message: 'There is no such column' }]
      : [],
  )
  if (problems.length > 0) throw invalidFields(problems)
}

function readText(
  { kind, name }: ImportField,
  text: string,
  roundAmounts: boolean,
  dayOrder: DayOrder,
): string {
  if (kind === 'day') return readDay(text, dayOrder)
  if (kind === 'wholeNumber') return readNumber(text, roundAmounts && name !== 'stock')
  return text
}

/** Without the sign of a currency and the commas of thousands: '$1,250.00' becomes '1250.00'. */
function readNumber(text: string, isRounded: boolean): string {
  // No number is that long, and the patterns take a time that grows with the square of the length.
  if (text.length > 100) return text
  const number = withoutCommas(text.replaceAll(/^[\s$€£¥₹]+|[\s$€£¥₹]+$/g, ''))
  return isRounded && /^\d+\.\d+$/.test(number) ? String(Math.round(Number(number))) : number
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ].*)?$/

/** As yyyy-MM-dd. A text that is no day stays as it is, and the contract refuses it. */
function readDay(text: string, order: DayOrder): string {
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year && month && day) return formatDay(year, month, day)
  const [, first, separator, second, lastYear] = yearLast.exec(text) ?? []
  if (!first || !second || !lastYear) return text
  // Where days are written with dots, they come first.
  const isDayFirst = separator === '.' || order === 'dayFirst' || first === second
  if (isDayFirst) return formatDay(lastYear, second, first)
  return order === 'monthFirst' ? formatDay(lastYear, first, second) : text
}

function formatDay(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Whether a text is a day whose order is not known. */
export function isAmbiguousDay(text: string): boolean {
  const [, , separator] = yearLast.exec(text) ?? []
  return separator !== undefined && separator !== '.'
}

/** SQL for the order of the days in the column $2: which of the first two numbers is ever above 12. */
export const dayOrderSql = `
  select bool_or(parts[1]::integer > 12) as "dayFirst", bool_or(parts[2]::integer > 12) as "monthFirst"
  from (
    select regexp_match(cells ->> $2::integer, '^\\s*(\\d{1,2})[-/](\\d{1,2})[-/]\\d{4}') as parts
    from import_rows where import_id = $1
  ) as days`

/** The order that all days of a file allow. */
export function toDayOrder(found: {
  dayFirst: boolean | null
  monthFirst: boolean | null
}): DayOrder {
  const { dayFirst, monthFirst } = found
  if (dayFirst && !monthFirst) return 'dayFirst'
  return monthFirst && !dayFirst ? 'monthFirst' : 'unknown'
}
