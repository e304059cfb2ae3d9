import { Worker } from 'node:worker_threads'
import { AppError } from '@/errors'

type Answer = { id: number; value?: unknown; error?: string }
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

export type WorkerQueue = {
  run: (job: object) => Promise<unknown>
  close: () => Promise<void>
}

/** Jobs for one worker thread, answered in order; more than `limit` at once are refused. */
export function createWorkerQueue(file: URL, limit: number): WorkerQueue {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  /** The thread starts with its first job, and anew after it has died. */
  function running(): Worker {
    if (worker) return worker
    const started = new Worker(file)
    started.on('message', settle)
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The worker thread ended.')))
    // It never keeps the process alive by itself: while a job runs, `ref` below does.
    started.unref()
    worker = started
    return started
  }

  function settle({ id, value, error }: Answer): void {
    const job = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
    if (error === undefined) job?.resolve(value)
    else job?.reject(new Error(error))
  }

  function lose(lost: Worker, error: Error): void {
    if (worker !== lost) return
    worker = undefined
    for (const job of waiting.values()) job.reject(error)
    waiting.clear()
  }

  function run(job: object): Promise<unknown> {
    if (waiting.size >= limit) {
      return Promise.reject(
        new AppError('unavailable', 'Too many sign-ins at this moment.', { retryAfter: 5 }),
      )
    }
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      const thread = running()
      thread.ref()
      thread.postMessage({ ...job, id })
    })
  }

  async function close(): Promise<void> {
    await worker?.terminate()
  }

  return { run, close }
}
