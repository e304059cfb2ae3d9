import { createHmac } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { AppError } from '#src/errors'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Whether the password is the account's. Without an account it takes as long, and it is not. */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
  close: () => Promise<void>
}

const cost = 12

/** What a hash of this kind begins with. Those of before are bcrypt of the password itself. */
const kind = 'hmac-sha384:'

/** What bcrypt reads of a password of before; the rest counted for nothing. */
const bytesRead = 72

/**
 * Bcrypt reads 72 bytes and stops at a NUL, so it is given all of a password in 64 letters. By a key, though
 * everybody may know it: nothing that others hash without one can be tried against it.
 */
function toBcryptInput(password: string): string {
  return createHmac('sha384', 'stockie').update(password).digest('base64')
}

/** Of no password at all, at the cost of the others: what an unknown e-mail is compared with. */
export const decoyHash = '$2b$12$pHLJKcwwCzxkzmATkQ6Bd.75IPJidjHhjbNSml1z6GqRkn4QPW7q2'

/** Bcrypt in a thread of its own: ten compares on the event loop would stall every other call. */
export function createPasswords({ queueLimit = 32 } = {}): Passwords {
  const queue = createWorkerQueue(new URL('./password-worker.mjs', import.meta.url), queueLimit)

  async function hash(password: string): Promise<string> {
    return kind + String(await queue.run({ password: toBcryptInput(password), cost }))
  }

  async function matches(password: string, known: string | undefined): Promise<boolean> {
    const isOfBefore = known !== undefined && !known.startsWith(kind)
    const given = isOfBefore ? password : toBcryptInput(password)
    const equal = await queue.run({
      password: given,
      hash: known?.replace(kind, '') ?? decoyHash,
    })
    if (isOfBefore && Buffer.byteLength(password) > bytesRead) return false
    // In UTF-8 the half of a pair becomes U+FFFD, which somebody's password may hold.
    if (/\p{Surrogate}/u.test(password)) return false
    return known !== undefined && equal === true
  }

  return { hash, matches, close: queue.close }
}

type Answer = { id: number; value?: unknown; error?: string }
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

type WorkerQueue = {
  run: (job: object) => Promise<unknown>
  close: () => Promise<void>
}

/** Jobs for one worker thread, answered in order; more than `limit` at once are refused. */
function createWorkerQueue(file: URL, limit: number): WorkerQueue {
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
