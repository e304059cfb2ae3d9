import { writeXlsxStream } from 'hucre/xlsx'

import type { ExportCell, ExportedColumn } from './export-plan'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const formats = {
  plain: undefined,
  money: '#,##0.00',
  day: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm:ss',
}
const widths = { plain: 8, money: 12, day: 12, instant: 20 }
const maxWidth = 60

/** The number of rows that decide the widths, because the columns are written before the rows. */
const measuredRows = 200

/** Writes the file of one sheet. Call it in a worker. */
export async function writeSheet(
  name: string,
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<ExportCell[]>,
): Promise<Blob> {
  const source = rows[Symbol.asyncIterator]()
  const sample: ExportCell[][] = []
  while (sample.length < measuredRows) {
    const next = await source.next()
    if (next.done) break
    sample.push(next.value)
  }

  async function* toValues() {
    const rest = { [Symbol.asyncIterator]: () => source }
    for (const row of sample) yield toSheetRow(row, columns)
    for await (const row of rest) yield toSheetRow(row, columns)
  }

  const stream = writeXlsxStream(toValues(), {
    name,
    columns: columns.map(({ title, kind }, place) => ({
      header: escapeText(title),
      width: measureWidth(title, kind, sample, place),
      ...(formats[kind] && { numFmt: formats[kind] }),
    })),
    freezePane: { rows: 1 },
  })
  return new Response(stream, { headers: { 'Content-Type': xlsxType } }).blob()
}

function toSheetRow(row: readonly ExportCell[], columns: readonly ExportedColumn[]) {
  return row.map((cell, place) => toSheetValue(cell, columns[place]?.kind))
}

/** The writer stores texts as strings, so that none is a formula. */
function toSheetValue(cell: ExportCell, kind: ExportedColumn['kind'] = 'plain') {
  if (typeof cell !== 'string') return cell
  if (kind === 'day') return toSheetDay(cell)
  return kind === 'instant' ? toWallClock(new Date(cell)) : escapeText(cell)
}

/** The days of spreadsheets begin in 1900, with a 29 February that never was. Earlier ones stay texts. */
function toSheetDay(day: string) {
  return day < '1900-03-01' ? day : new Date(`${day}T00:00:00Z`)
}

/** A spreadsheet has no time zones, so it shows the time that the page shows. */
function toWallClock(moment: Date) {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
}

/** Spreadsheets read `_x0041_` in a text as the character with this number. */
function escapeText(text: string) {
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}

function measureWidth(
  title: string,
  kind: ExportedColumn['kind'],
  sample: readonly ExportCell[][],
  place: number,
) {
  const texts = kind === 'plain' ? sample.map((row) => String(row[place] ?? '')) : []
  const lengths = [title, ...texts].map((text) => text.length + 2)
  return Math.min(maxWidth, Math.max(widths[kind], ...lengths))
}
