import { createHash } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  byteOrderMark,
  formatCsvRecord,
  type ImportJob,
  type ImportPlan,
  type ImportPreview,
  type ImportResource,
  unprotectFormula,
} from '@stockie/contracts'
import type { Pool } from 'pg'
import { keyConflict } from '#src/database/sql/idempotency'
import { AppError } from '#src/errors'
import { readImportFile } from './import-file'
import { createImportJobs, endLost } from './import-jobs'
import { previewImport } from './import-preview'
import {
  findImport,
  findUpload,
  insertImport,
  insertRows,
  listImports,
  removeOldFiles,
} from './import-store'
import { inLongTransaction } from './long-transaction'

type Upload = {
  file: Buffer
  resource: ImportResource
  fileName: string
  userId: number
  key: string | undefined
}

type Step = {
  id: number
  userId: number
  key: string | undefined
  version?: number | undefined
}

/** Imports of records from files: upload, preview, commit, undo. */
export function createImports({ pool, timeZone }: { pool: Pool; timeZone: string }) {
  const jobs = createImportJobs(pool)
  const readInTurn = createTurns()
  const previewInTurn = createTurns()

  async function upload({ file, ...request }: Upload): Promise<ImportJob> {
    const hash = createHash('sha256').update(request.resource).update(file).digest()
    return readInTurn(async () => {
      const earlier = await findUpload(pool, request)
      if (earlier && !earlier.hash.equals(hash)) throw keyConflict()
      if (earlier) return findImport(pool, earlier.id)
      await removeOldFiles(pool)
      return inLongTransaction(pool, (client) => {
        let id = 0
        return readImportFile(file, {
          begin: async (head) => void (id = await insertImport(client, { ...request, hash }, head)),
          store: (rows) => insertRows(client, id, rows),
          end: () => findImport(client, id),
        })
      })
    })
  }

  async function list(): Promise<ImportJob[]> {
    await endLost(pool)
    return listImports(pool)
  }

  async function find(id: number): Promise<ImportJob> {
    await endLost(pool)
    return findImport(pool, id)
  }

  return {
    upload,
    list,
    find,
    preview: (id: number, plan: ImportPlan): Promise<ImportPreview> =>
      previewInTurn(() => previewImport(pool, { id, plan, timeZone })),
    commit: (step: Step): Promise<ImportJob> => jobs.start({ ...step, step: 'commit', timeZone }),
    revert: (step: Step): Promise<ImportJob> => jobs.start({ ...step, step: 'revert', timeZone }),
    refusedRows: (id: number): Promise<Buffer> => writeRefusedRows(pool, id),
  }
}

/** Each waiting file takes up to 20 MB. */
const mostWaiting = 8

/** Runs one work at a time, so that many files cannot fill the memory. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting === mostWaiting) {
      const message = 'Other files are being read. Try again in a moment.'
      throw new AppError('unavailable', message, { retryAfter: 5 })
    }
    waiting += 1
    const turn = last.then(work).finally(() => (waiting -= 1))
    last = turn.catch(() => {})
    return turn
  }
}

const batchSize = 1000

/** The rows that the import leaves out, as they are in the file, with the reason in a last column. */
async function writeRefusedRows(pool: Pool, id: number): Promise<Buffer> {
  const { columns, counts } = await findImport(pool, id)
  const leftOut = counts ? counts.refused + counts.duplicates : 0
  const parts = [byteOrderMark, formatCsvRecord([...columns, 'Reason'], ',')]
  let last = 0
  while (true) {
    const { rows } = await pool.query<{
      line: number
      cells: string[]
      format: string
      reason: string
    }>(
      `select line, cells, format, (
         select string_agg(problem ->> 'message', '; ') from jsonb_array_elements(problems) as problem
       ) as reason
       from import_plans join import_rows using (import_id, line) join imports on imports.id = import_id
       where import_id = $1 and line > $2 and kind in ('refused', 'duplicates')
       order by line limit ${batchSize}`,
      [id, last],
    )
    if (rows.length === 0 && last === 0 && leftOut > 0) {
      throw new AppError(
        'conflict',
        'The file of this import is no longer stored: it is kept for a day.',
      )
    }
    if (rows.length === 0) return Buffer.from(parts.join(''))
    for (const { cells, format, reason } of rows) {
      const texts = Array.from({ length: Math.max(columns.length, cells.length) }, (_, index) => {
        const cell = cells[index] ?? ''
        return format === 'csv' ? unprotectFormula(cell) : cell
      })
      parts.push(formatCsvRecord([...texts, reason], ','))
    }
    last = rows.at(-1)?.line ?? last
    await yieldToOthers()
  }
}
