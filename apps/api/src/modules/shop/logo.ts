import { Worker } from 'node:worker_threads'
import { logoLimits, type logoTypes } from '@stockie/contracts'
import { type AppError, invalidFields } from '#src/errors'

export type Logo = { type: (typeof logoTypes)[number]; data: Buffer }

/** In milliseconds. The largest picture takes a few seconds on a slow machine. */
const longestWork = 30_000

const file = new URL('./logo-worker.mjs', import.meta.url)

/** One picture at a time, so that many uploads cannot fill the memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes an uploaded picture and encodes it anew, so that only its pixels stay. Throws 422 for a file that is no
 * PNG or JPEG, is damaged, or is too large.
 */
export function readLogo(upload: Buffer): Promise<Logo> {
  const next = last.then(() => runWorker(upload))
  last = next.catch(() => {})
  return next
}

type WorkerAnswer = { refusal?: string; type: Logo['type']; data: Uint8Array }

async function runWorker(upload: Buffer): Promise<Logo> {
  const { side, bytes } = logoLimits
  const worker = new Worker(file, {
    workerData: { file: upload, side, bytes },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  try {
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      worker.once('message', resolve).once('error', (error) => reject(toRefusal(error)))
      worker.once('exit', () => reject(new Error('The worker thread ended.')))
      setTimeout(() => reject(refuse(unreadable)), longestWork).unref()
    })
    if (answer.refusal !== undefined) throw refuse(answer.refusal)
    return { type: answer.type, data: Buffer.from(answer.data) }
  } finally {
    await worker.terminate()
  }
}

const unreadable = 'The logo cannot be read: choose another file.'

function refuse(message: string): AppError {
  return invalidFields([{ path: 'logo', message }])
}

/** A picture may need too much memory. Any other error is ours. */
function toRefusal(error: Error): Error {
  const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooMuch ? refuse(unreadable) : error
}
