import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { importLimits } from '@stockie/contracts'
import { type AppError, invalidFields } from '#src/errors'

/** In milliseconds. The largest file takes some seconds on a slow machine. */
const longestWork = 60_000

/** All parts of an XLSX file together. More would not fit into the memory of the worker. */
const unpackedBytes = 128 * 1024 * 1024
const memoryInMb = 768

const file = new URL('./import-file-worker.mjs', import.meta.url)

export type FileHead = {
  format: 'csv' | 'xlsx'
  columns: string[]
  sample: string[][]
  rowCount: number
}

type WorkerMessage =
  | { refusal: string }
  | ({ refusal?: undefined; rows?: undefined } & FileHead)
  | { refusal?: undefined; rows: string }
  | { refusal?: undefined; rows?: undefined; isDone: true }

type Messages = AsyncIterable<[WorkerMessage]>

type Receiver<Result> = {
  begin: (head: FileHead) => Promise<void>
  /** Gets a JSON text with up to a thousand rows, each as `[line, cells]`. */
  store: (rows: string) => Promise<void>
  end: () => Promise<Result>
}

/**
 * Reads the table of a file in a thread of its own, with bounded memory, and hands its rows over in batches. Throws 422
 * for a file that holds no table, or too large a one.
 */
export async function readImportFile<Result>(
  upload: Buffer,
  receiver: Receiver<Result>,
): Promise<Result> {
  const { rows, columns, cell } = importLimits
  const worker = new Worker(file, {
    workerData: { file: upload, limits: { rows, columns, cell, unpacked: unpackedBytes } },
    resourceLimits: { maxOldGenerationSizeMb: memoryInMb },
  })
  const timer = setTimeout(() => void worker.terminate(), longestWork)
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as Messages) {
      if (message.refusal !== undefined) throw refusedFile(message.refusal)
      if (message.rows !== undefined) await receiver.store(message.rows)
      else if ('isDone' in message) return await receiver.end()
      else await receiver.begin(message)
      worker.postMessage('next')
    }
    throw refusedFile(tooLarge)
  } catch (error) {
    const isTooMuch = Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isTooMuch ? refusedFile(tooLarge) : error
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const tooLarge = 'This file takes too much time or memory. Cut it into smaller files.'

function refusedFile(message: string): AppError {
  return invalidFields([{ path: 'file', message }])
}
