import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { importLimits } from '@stockie/contracts'
import { type AppError, invalidFields } from '#src/errors'

/** In milliseconds. The largest file takes some seconds on a slow machine. PostgreSQL ends an idle transaction later. */
const longestWork = 45_000

/** All parts of an XLSX file together. More would not fit into the memory of the process. */
const unpackedBytes = 128 * 1024 * 1024
const memoryInMb = 512

/** Of all cells together. */
const mostCharacters = 64 * 1024 * 1024

const program = fileURLToPath(new URL('./import-file-worker.mjs', import.meta.url))

export type FileHead = {
  format: 'csv' | 'xlsx'
  columns: string[]
  sample: string[][]
  rowCount: number
}

type WorkerMessage =
  | { refusal: string }
  | { refusal?: undefined; failure: string }
  | { refusal?: undefined; failure?: undefined; rows: string }
  | { refusal?: undefined; failure?: undefined; rows?: undefined; isDone: true }
  | ({ refusal?: undefined; failure?: undefined; rows?: undefined } & FileHead)

type Messages = AsyncIterable<[WorkerMessage]>

type Receiver<Result> = {
  begin: (head: FileHead) => Promise<void>
  /** Gets a JSON text with up to a thousand rows, each as `[line, cells]`. */
  store: (rows: string) => Promise<void>
  end: () => Promise<Result>
}

/**
 * Reads the table of a file in a process of its own, with bounded time and memory, and hands its rows over in batches.
 * Throws 422 for a file that holds no table, or too large a one.
 */
export async function readImportFile<Result>(
  upload: Buffer,
  receiver: Receiver<Result>,
  time = longestWork,
): Promise<Result> {
  const { rows, columns, cell } = importLimits
  // The process inherits no variables: a file must not find any secrets.
  const worker = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryInMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exit = once(worker, 'exit')
  const timer = setTimeout(() => worker.kill('SIGKILL'), time)
  const messages = on(worker, 'message', { close: ['disconnect'] }) as Messages
  const send = (message: object) =>
    // A process that has ended sends no more messages.
    worker.send(message, () => {})
  try {
    send({
      file: upload,
      limits: { rows, columns, cell, unpacked: unpackedBytes, characters: mostCharacters },
    })
    for await (const [message] of messages) {
      if (message.refusal !== undefined) throw refusedFile(message.refusal)
      if (message.failure !== undefined) throw new Error(message.failure)
      if (message.rows !== undefined) await receiver.store(message.rows)
      else if ('isDone' in message) return await receiver.end()
      else await receiver.begin(message)
      send({})
    }
    throw refusedFile(tooLarge)
  } finally {
    clearTimeout(timer)
    worker.kill('SIGKILL')
    await exit
  }
}

const tooLarge = 'This file takes too much time or memory. Cut it into smaller files.'

function refusedFile(message: string): AppError {
  return invalidFields([{ path: 'file', message }])
}
