import { byteOrderMark, type CsvDelimiter, formatCsvRecord } from '@stockie/contracts'

import type { ExportCell, ExportedColumn } from './export-plan'
import type { SheetAnswer, SheetStart } from './xlsx-worker'

/** In characters. A text is turned into bytes at once, so a long one would block the page. */
const partLength = 256 * 1024

export async function writeCsv(
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<ExportCell[]>,
  delimiter: CsvDelimiter,
): Promise<Blob> {
  const parts: Blob[] = []
  const titles = columns.map(({ title }) => title)
  let text = byteOrderMark + formatCsvRecord(titles, delimiter)
  for await (const row of rows) {
    text += formatCsvRecord(row, delimiter)
    if (text.length < partLength) continue
    parts.push(new Blob([text]))
    text = ''
  }
  return new Blob([...parts, text], { type: 'text/csv;charset=utf-8' })
}

/** The number of rows that the page copies to the worker at once. */
const batchSize = 500

/** Writes an XLSX file in a worker: the browser compresses in the thread that asks for it. */
export async function writeXlsx(
  start: SheetStart,
  rows: AsyncIterable<ExportCell[]>,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('xlsx-worker.ts', import.meta.url), { type: 'module' })
  const end = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker failed')))
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  // The page may be between two questions.
  end.catch(() => {})

  function ask(message: SheetStart | ExportCell[][] | null) {
    const answer = new Promise<SheetAnswer>((resolve) => {
      const take = ({ data }: MessageEvent<SheetAnswer>) => resolve(data)
      worker.addEventListener('message', take, { once: true })
    })
    worker.postMessage(message)
    return Promise.race([answer, end])
  }

  try {
    await ask(start)
    let batch: ExportCell[][] = []
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < batchSize) continue
      await ask(batch)
      batch = []
    }
    await ask(batch)
    return (await ask(null)) as Blob
  } finally {
    worker.terminate()
  }
}
