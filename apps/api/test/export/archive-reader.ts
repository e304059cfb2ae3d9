import { buffer } from 'node:stream/consumers'
import { byteOrderMark, downloadTicket, unprotectFormula } from '@stockie/contracts'
import { fromBufferPromise } from 'yauzl'
import type { TestApi } from '#test/support/test-api'

/** The texts of an archive by their names. It checks the sums of each. */
export type Archive = Map<string, string>

export async function readArchive(bytes: Buffer): Promise<Archive> {
  const archive: Archive = new Map()
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    // text() would remove the byte order mark.
    archive.set(entry.fileName, content.toString())
  }
  return archive
}

export type CsvFile = { titles: string[]; rows: Record<string, string>[] }

/** Reads a file of the archive as strictly as RFC 4180, without the apostrophes that protect formulas. */
export function readCsv(archive: Archive, name: string): CsvFile {
  const [titles = [], ...records] = parseRecords(archive.get(`${name}.csv`) ?? '')
  const rows = records.map((cells) => {
    if (cells.length !== titles.length) throw new Error(`${name} has a row of ${cells.length}.`)
    return Object.fromEntries(titles.map((title, at) => [title, unprotectFormula(cells[at] ?? '')]))
  })
  return { titles, rows }
}

/** The cells as they are in the file. */
export function parseRecords(csv: string): string[][] {
  if (!csv.startsWith(byteOrderMark)) throw new Error('The file has no byte order mark.')
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const records: string[][] = []
  let cells: string[] = []
  cell.lastIndex = 1
  while (cell.lastIndex < csv.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(csv) ?? []
    if (end === undefined) throw new Error(`No cell at ${at}: ${csv.slice(at, at + 80)}`)
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(cells)
    cells = []
  }
  return records
}

/** Returns the link to everything, as an owner gets it. */
export async function createExportLink(api: TestApi, token: string): Promise<string> {
  const { status, body } = await api.call('/export/ticket', { method: 'POST', token })
  if (status !== 201) throw new Error(`The ticket answered ${status}.`)
  return api.url + downloadTicket.parse(body).url
}

export async function downloadArchive(api: TestApi, token: string): Promise<Archive> {
  const response = await fetch(await createExportLink(api, token))
  if (response.status !== 200) throw new Error(`The download answered ${response.status}.`)
  return readArchive(Buffer.from(await response.arrayBuffer()))
}

/** Adds customers of 2 kB each, half of which cannot be compressed. */
export async function addLargeCustomers({ pool }: TestApi, count: number): Promise<void> {
  await pool.query(
    `insert into customers (name, address)
     select 'Customer ' || n, (select string_agg(md5(concat(n, ' ', part)), '') from generate_series(1, 62) as part)
     from generate_series(1, $1::int) as n`,
    [count],
  )
}

/** The connections of exports to the shop's database. */
export async function countExportSessions({ pool }: TestApi): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'stockie-export'`,
  )
  return rowCount ?? 0
}

export type Row = Record<string, string | number | null>

/** The cells of a row of a list: `titles` are those of the file, `fields` those of the list. */
export function cellsOf(row: Row, fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([title, field]) => [title, String(row[field] ?? '')]),
  )
}

/** The sum of a column of amounts. */
export function sumOf(rows: Record<string, string>[], title: string): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0) / 100
}

/** The words of a column that README.txt explains. */
export const explainedWords = (readme: string[]) =>
  readme.flatMap((line) => /^ {4}(\w+) {2,}\S/.exec(line)?.[1] ?? [])
