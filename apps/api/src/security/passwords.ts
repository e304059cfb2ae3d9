import { createHmac } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { createSignInQueue, type SignInQueue } from './sign-in-queue'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Whether the password matches the hash. Without a hash, it takes as long and resolves to false. */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
  /** The order in which callers of the API get their turn. `hash` and `matches` themselves have no limit. */
  queue: SignInQueue
  close: () => Promise<void>
}

/** The prefix of current hashes. Legacy hashes have none: they are bcrypt of the password itself. */
const prefix = 'hmac-sha384:'

/** Bcrypt ignored the rest of a longer password in legacy hashes. */
const bcryptMaxBytes = 72

/**
 * Bcrypt reads 72 bytes, and to it 'abc' is the same as 'abc\0abc'. So it gets an HMAC of the whole password.
 * The key is public: it only keeps attackers from trying plain SHA-384 hashes that leaked elsewhere.
 */
function toBcryptInput(password: string): string {
  return createHmac('sha384', 'stockie').update(password).digest('base64')
}

/** A hash of no password, with the same cost. A login with an unknown e-mail is compared with it. */
export const decoyHash = '$2b$12$pHLJKcwwCzxkzmATkQ6Bd.75IPJidjHhjbNSml1z6GqRkn4QPW7q2'

/** Runs bcrypt in a separate thread: ten comparisons on the event loop would stall all other requests. */
export function createPasswords({ cost = 12 } = {}): Passwords {
  const thread = createThread(new URL('./password-worker.mjs', import.meta.url))
  const queue = createSignInQueue(32)

  async function hash(password: string): Promise<string> {
    return prefix + String(await thread.run({ password: toBcryptInput(password), cost }))
  }

  async function matches(password: string, known: string | undefined): Promise<boolean> {
    const isLegacy = known !== undefined && !known.startsWith(prefix)
    const input = isLegacy ? password : toBcryptInput(password)
    const equal = await thread.run({
      password: input,
      hash: known?.replace(prefix, '') ?? decoyHash,
    })
    if (isLegacy && Buffer.byteLength(password) > bcryptMaxBytes) return false
    // UTF-8 encodes a lone surrogate as U+FFFD, so it would match a password that contains U+FFFD.
    if (/\p{Surrogate}/u.test(password)) return false
    return known !== undefined && equal === true
  }

  async function close(): Promise<void> {
    queue.clear(new Error('The worker thread ended.'))
    await thread.close()
  }

  return { hash, matches, queue, close }
}

type Answer = { id: number; value?: unknown; error?: string }
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

type Thread = { run: (job: object) => Promise<unknown>; close: () => Promise<void> }

/** A worker thread that runs its jobs one after the other. */
function createThread(file: URL): Thread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  /** Starts the thread for the first job, and again after it has ended. */
  function getWorker(): Worker {
    if (worker) return worker
    const started = new Worker(file)
    started.on('message', settle)
    started.on('error', (error) => discard(started, error))
    started.on('exit', () => discard(started, new Error('The worker thread ended.')))
    // An idle thread must not keep the process alive. While a job runs, `ref` below does.
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

  function discard(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const job of waiting.values()) job.reject(error)
    waiting.clear()
  }

  function run(job: object): Promise<unknown> {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      const thread = getWorker()
      thread.ref()
      thread.postMessage({ ...job, id })
    })
  }

  async function close(): Promise<void> {
    await worker?.terminate()
  }

  return { run, close }
}
