import { PassThrough, Readable } from 'node:stream'
import { byteOrderMark, type CsvCell, formatCsvRecord, idHeader } from '@stockie/contracts'
import type { ClientBase } from 'pg'
import { ZipFile } from 'yazl'
import { isoInstantSql } from '#src/database/sql/days-to-instants'
import { type ExportColumn, type ExportFile, idTitle } from './export-columns'
import { exportFiles } from './export-files'
import { type ExportMoment, fileName, type FileSummary, formatReadme } from './export-readme'

/** Rows of one read. Formatting them blocks the event loop for two milliseconds. */
const batchSize = 500

/** Begins the snapshot that all files show: the transaction's first query decides what it sees. */
export async function readMoment(client: ClientBase, timeZone: string): Promise<ExportMoment> {
  const now = 'statement_timestamp()'
  const { rows } = await client.query<Omit<ExportMoment, 'timeZone'>>(
    `select to_char(${now} at time zone $1, 'YYYY-MM-DD') as day,
       to_char(${now} at time zone $1, 'YYYY-MM-DD HH24:MI') as "localTime",
       ${isoInstantSql(now)} as instant, (select key from shop_keys) as "shopKey", set_config('timezone', $1, true)`,
    [timeZone],
  )
  const [row] = rows
  if (!row) throw new Error('The moment of an export is one row, always.')
  const { day, localTime, instant, shopKey } = row
  return { day, localTime, instant, shopKey, timeZone }
}

type Options = {
  moment: ExportMoment
  /** Called when everything is read, before the last bytes are sent. */
  onRead: () => void
  /** Called if a read fails. The archive would never end. */
  onFailure: (error: Error) => void
}

/**
 * Streams the archive from the transaction of the client. Reads no further while the stream is full, so the memory
 * does not grow with the shop.
 */
export function streamArchive(
  client: ClientBase,
  { moment, onRead, onFailure }: Options,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const summaries: FileSummary[] = []
  let current: Readable | undefined

  function addEntry(name: string, read: () => AsyncGenerator<string>): void {
    zip.addReadStreamLazy(name, { mtime: new Date(moment.instant) }, (callback) => {
      current = Readable.from(encode(read()))
      current.on('error', onFailure)
      callback(null, current)
    })
  }

  zip.on('error', onFailure)
  for (const file of exportFiles) {
    addEntry(fileName(file), () =>
      readFile(
        client,
        { file, shopKey: moment.shopKey },
        (summary) => void summaries.push(summary),
      ),
    )
  }
  addEntry('README.txt', async function* () {
    yield formatReadme(moment, summaries)
    onRead()
  })
  zip.end()
  output.once('close', () => current?.destroy())
  return output
}

async function* encode(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

/** The values as PostgreSQL writes them, so that a sum of money stays exact. */
const asText = { getTypeParser: () => String }

async function* readFile(
  client: ClientBase,
  { file, shopKey }: { file: ExportFile; shopKey: string | null },
  onEnd: (summary: FileSummary) => void,
): AsyncGenerator<string> {
  const { columns, from } = file
  yield (
    byteOrderMark +
      formatCsvRecord(
        columns.map(({ title }) => (title === idTitle ? idHeader(shopKey) : title)),
        ',',
      )
  )
  const list = columns.map(({ sql }) => sql).join(', ')
  await client.query(`declare export_rows no scroll cursor for select ${list} from ${from}`)
  const fetch = { text: `fetch ${batchSize} from export_rows`, rowMode: 'array', types: asText }
  let count = 0
  for (;;) {
    const { rows } = await client.query<(string | null)[]>(fetch)
    if (rows.length === 0) break
    count += rows.length
    yield rows.map((row) => formatRow(row, columns)).join('')
  }
  await client.query('close export_rows')
  onEnd({ file, rows: count, sum: await readSum(client, file) })
}

function formatRow(row: (string | null)[], columns: readonly ExportColumn[]): string {
  const cells = row.map((value, index): CsvCell =>
    value !== null && columns[index]?.isNumber ? Number(value) : value,
  )
  return formatCsvRecord(cells, ',')
}

async function readSum(client: ClientBase, { sum }: ExportFile): Promise<string | undefined> {
  if (!sum) return undefined
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum, 0)::numeric(40, 2)::text as sum
     from (select ${sum.sql} where deleted_at is null) as summed`,
  )
  return rows[0]?.sum
}
