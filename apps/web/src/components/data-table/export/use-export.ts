import type { CsvDelimiter } from '@stockie/contracts'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '@/lib/api/api-client'
import { saveFile } from '@/lib/api/saved-file'
import { formatCount } from '@/lib/format'
import { toastSuccess } from '@/lib/toast'
import type { ExportCell, ExportPlan } from './export-plan'
import { writeCsv, writeXlsx } from './file-writers'
import { readInSlices } from './row-slices'

export interface ExportJob {
  plan: ExportPlan
  fileName: string
  /** Of the sheet. */
  title: string
  format: 'csv' | 'xlsx'
  delimiter: CsvDelimiter
}

type ExportState =
  | { step: 'idle' }
  /** The percentage is null until the first rows are written. */
  | { step: 'running'; percent: number | null }
  | { step: 'cancelled' }
  | { step: 'failed'; message: string }

/** Writes one file at a time. Leaving the dialog cancels it. */
export function useExport(onSaved: () => void) {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(job: ExportJob) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running', percent: null })
    const { signal } = controller
    const count = job.plan.records.length
    const onProgress = (done: number) =>
      setState({ step: 'running', percent: Math.floor((100 * done) / count) })
    try {
      const { file, rowCount } = await writeFile(job, signal, onProgress)
      signal.throwIfAborted()
      saveFile(job.fileName, file)
      const rows = rowCount === 1 ? '1 row' : `${formatCount(rowCount)} rows`
      toastSuccess(`Exported ${rows} to ${job.fileName}.`)
      onSaved()
    } catch (error) {
      if (!signal.aborted) setState({ step: 'failed', message: failureOf(error) })
    } finally {
      if (running.current === controller) running.current = null
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setState({ step: 'cancelled' })
  }

  return { state, start: (job: ExportJob) => void start(job), cancel }
}

async function writeFile(
  { plan, title, format, delimiter }: ExportJob,
  signal: AbortSignal,
  onProgress: (done: number) => void,
) {
  const prepared = await plan.prepare(signal)
  let rowCount = 0
  const toRows = (record: object): ExportCell[][] => {
    const rows = prepared(record)
    rowCount += rows.length
    return rows
  }
  signal.throwIfAborted()
  const rows = readInSlices({ items: plan.records, toRows, signal, onProgress })
  const { columns } = plan
  const file =
    format === 'xlsx'
      ? await writeXlsx({ name: title, columns }, rows, signal)
      : await writeCsv(columns, rows, delimiter)
  return { file, rowCount }
}

/** Only the items come from the API. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) {
    return 'Failed to write the file. Please reload the page and try again.'
  }
  return error.status === 0 ? error.message : 'Failed to load the items. Please try again.'
}
