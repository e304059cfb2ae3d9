// Plain JavaScript, because it must run without a build. Files come from outside, so each is parsed in a process of
// its own: V8 ends the whole process if a file needs too much memory. It waits until each batch of rows is stored.
import { once } from 'node:events'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** @type {{ file: Uint8Array, limits: { rows: number, columns: number, cell: number, unpacked: number, characters: number } }[]} */
const [request] = await once(process, 'message')
if (!request) throw new Error('The process got no file.')
const { file, limits } = request

/** A file that is refused. The message is for its user. */
class RefusedFile extends Error {}

const notATable = 'This file holds no table. Choose a CSV or an XLSX file.'
const batchSize = 1000

const format = (/** @type {number} */ number) => number.toLocaleString('en')
const startsWith = (/** @type {number[]} */ ...bytes) =>
  bytes.every((byte, index) => file[index] === byte)

/** @typedef {string | number | boolean | Date | null} Cell */

/** @returns {Promise<{ format: 'csv' | 'xlsx', table: Cell[][] }>} */
async function readTable() {
  if (file.length === 0) throw new RefusedFile('This file is empty.')
  if (startsWith(0x50, 0x4b)) return { format: 'xlsx', table: await readWorkbook() }
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new RefusedFile(
      'This is a file of an old Excel, or it has a password. Save it as XLSX or CSV.',
    )
  }
  return { format: 'csv', table: readCsv(decodeText()) }
}

/** The first sheet. Formulas count by their values. Links and macros are never read. */
async function readWorkbook() {
  const unreadable = 'This file cannot be read. Save it as XLSX or CSV again.'
  let unpacked = 0
  let isWorkbook = false
  try {
    // Reads the directory of the archive only. The reader below unpacks no more than it says.
    unzipSync(file, {
      filter({ name, originalSize }) {
        unpacked += originalSize
        isWorkbook ||= name === 'xl/workbook.xml'
        return false
      },
    })
  } catch {
    throw new RefusedFile(unreadable)
  }
  if (!isWorkbook) throw new RefusedFile(notATable)
  if (unpacked > limits.unpacked) {
    throw new RefusedFile(
      `This file unpacks to more than ${format(limits.unpacked / 1024 / 1024)} MB. Save its first sheet as CSV.`,
    )
  }
  try {
    const copy = new Uint8Array(file)
    return withoutProtection(await readSheet(copy.buffer, { trim: false }))
  } catch {
    throw new RefusedFile(unreadable)
  }
}

/**
 * A protected CSV file that a spreadsheet saved as XLSX keeps the apostrophes before texts that look like formulas. In
 * such a file all of these texts have one. See `protectFormula`.
 * @param {Cell[][]} table
 */
function withoutProtection(table) {
  const isProtected = (/** @type {Cell} */ cell) =>
    typeof cell === 'string' && /^'[=+\-@\t\r']/.test(cell)
  const isFormula = (/** @type {Cell} */ cell) =>
    typeof cell === 'string' && /^[=+\-@\t\r']/.test(cell)
  if (table.some((cells) => cells.some((cell) => isFormula(cell) && !isProtected(cell)))) {
    return table
  }
  return table.map((cells) =>
    cells.map((cell) => (isProtected(cell) ? String(cell).slice(1) : cell)),
  )
}

/** UTF-8 and UTF-16 with or without their mark, else Windows-1252, in which every byte is a character. */
function decodeText() {
  if (startsWith(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(file)
  if (startsWith(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(file)
  const head = file.subarray(0, 1000)
  const zerosAt = (/** @type {number} */ rest) =>
    head.filter((byte, index) => byte === 0 && index % 2 === rest).length
  // Half of the bytes of a Western text in UTF-16 are zero.
  if (zerosAt(1) * 3 > head.length && zerosAt(0) === 0)
    return new TextDecoder('utf-16le').decode(file)
  if (zerosAt(0) * 3 > head.length && zerosAt(1) === 0)
    return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return decodeWindows1252()
  }
}

const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009Dž\u0178'

/** The decoder of some versions of Node reads Windows-1252 as ISO 8859-1, which has other signs from 80 to 9F. */
function decodeWindows1252() {
  const latin1 = Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1')
  return latin1.replaceAll(/[\u0080-\u009F]/g, (sign) =>
    windows1252.charAt(sign.charCodeAt(0) - 128),
  )
}

/** @param {string} text */
function readCsv(text) {
  if (/^\s*(%PDF|<[!?a-z]|[{[]\s*["{[])/i.test(text) || hasControlCharacters(text)) {
    throw new RefusedFile(notATable)
  }
  // A line such as "sep=;" tells Excel the delimiter.
  const [told, delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? ['', findDelimiter(text)]
  /** @type {string[][]} */
  const table = []
  try {
    parse(text.slice(told.length), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record(record) {
        table.push(record)
        if (table.length > limits.rows * 2) throw tooManyRows()
        return null
      },
    })
    return table
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code, lines } = Object(error)
    if (code === 'CSV_QUOTE_NOT_CLOSED') {
      throw new RefusedFile(
        `A quotation mark in row ${table.length + 1} is opened but never closed. Save the file as CSV again.`,
      )
    }
    throw new RefusedFile(`The table cannot be read${lines ? ` at line ${lines}` : ''}.`)
  }
}

/** Pictures and programs have such characters near their beginning. */
function hasControlCharacters(/** @type {string} */ text) {
  // Without NUL, which has a sentence of its own, blanks, and what Windows-1252 leaves open.
  return /[^\P{Cc}\0\t-\r\u007F-\u009F]/u.test(text.slice(0, 1000))
}

/** The delimiter that the first line has most often outside of quotation marks. */
function findDelimiter(/** @type {string} */ text) {
  const line = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? ''
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (/** @type {string} */ delimiter) => bare.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

const tooManyRows = () =>
  new RefusedFile(`This file has more than ${format(limits.rows)} rows. Cut it into smaller files.`)

const tooManyColumns = (/** @type {number} */ count) =>
  new RefusedFile(
    `This file has ${format(count)} columns. At most ${format(limits.columns)} can be imported.`,
  )

/** Days become yyyy-MM-dd. PostgreSQL stores no half of a surrogate pair. */
function toText(/** @type {Cell | undefined} */ cell) {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : toDay(cell)
  return String(cell).slice(0, limits.cell).toWellFormed()
}

function toDay(/** @type {Date} */ date) {
  const [day = '', time] = date.toISOString().split('T')
  return time === '00:00:00.000Z' ? day : `${day} ${time?.slice(0, 8)}`
}

const isEmpty = (/** @type {string[]} */ cells) => cells.every((cell) => cell.trim() === '')

/** @param {Cell[][]} table */
function toRows(table) {
  /** @type {[line: number, cells: string[]][]} */
  const rows = []
  // A sheet may refer to one long text from each of its cells.
  let characters = 0
  for (const [index, record] of table.entries()) {
    const cells = record.map(toText)
    if (isEmpty(cells)) continue
    if (cells.some((cell) => cell.includes('\0'))) {
      throw new RefusedFile(`Row ${format(index + 1)} has a character that cannot be stored.`)
    }
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > limits.columns) throw tooManyColumns(cells.length)
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (characters > limits.characters) {
      throw new RefusedFile(
        'This file has more text than fits into memory. Cut it into smaller files.',
      )
    }
    rows.push([index + 1, cells])
  }
  return rows
}

async function sendFile() {
  const { format: kind, table } = await readTable()
  const [header, ...rows] = toRows(table)
  if (!header) throw new RefusedFile('This file is empty.')
  if (rows.length === 0) throw new RefusedFile('This file has a header, but no rows.')
  if (rows.length > limits.rows) throw tooManyRows()
  // Each row of a CSV file has as many cells as its header. A sheet may have notes beside the table.
  const width =
    kind === 'csv'
      ? (table[header[0] - 1]?.length ?? 0)
      : rows.reduce((widest, [, cells]) => Math.max(widest, cells.length), header[1].length)
  if (width > limits.columns) throw tooManyColumns(width)
  const columns = Array.from({ length: width }, (_, index) =>
    (header[1][index]?.trim() ?? '').slice(0, 200),
  )
  const sample = rows.slice(0, 5).map(([, cells]) => cells)
  await send({ columns, sample, format: kind, rowCount: rows.length })
  for (let start = 0; start < rows.length; start += batchSize) {
    await send({ rows: JSON.stringify(rows.slice(start, start + batchSize)) })
  }
  process.send?.({ isDone: true })
}

/** Waits for the answer. */
async function send(/** @type {object} */ message) {
  process.send?.(message)
  await once(process, 'message')
}

try {
  await sendFile()
} catch (error) {
  if (error instanceof RefusedFile) process.send?.({ refusal: error.message })
  else process.send?.({ failure: error instanceof Error ? error.stack : String(error) })
}
