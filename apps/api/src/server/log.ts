import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from '#src/env'
import { printError } from './console'

/** The log replaces the values of these keys, up to three levels deep. */
const secretKeys = [
  'password',
  'currentPassword',
  'newPassword',
  'repeatPassword',
  'passwordHash',
  'password_hash',
  'token',
  'secret',
  'JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'OWNER_PASSWORD',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

export function createLog(level: string, destination: DestinationStream): Logger {
  const withPrefix = (prefix: string) =>
    secretKeys.map((name) => (name.startsWith('[') ? `${prefix}${name}` : `${prefix}.${name}`))
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: describeError },
      redact: {
        paths: [...secretKeys, ...withPrefix('*'), ...withPrefix('*.*'), ...withPrefix('*.*.*')],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** Logs only these fields of an error. Libraries attach bodies, queries and addresses to it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

const megabyte = 1024 * 1024
/** Every open page adds a line each ten seconds: 1 MB in a working day (decision 032). */
const maxLogBytes = 100 * megabyte

/**
 * With the embedded database, Stockie runs in a user's terminal: the log goes to a file in STOCKIE_HOME, and
 * only warnings reach the terminal. Otherwise it is JSON on standard output, for a container.
 */
export function openLog(env: Env, maxFileBytes = maxLogBytes): Logger {
  if (env.DATABASE_URL) return createLog(env.LOG_LEVEL, batchLines(openDestination({ dest: 1 })))
  const file = path.join(env.STOCKIE_HOME, 'stockie.log')
  const streams = [
    { level: 'trace' as const, stream: createRotatingFile(file, maxFileBytes) },
    { level: 'warn' as const, stream: createTerminalWarnings(file) },
  ]
  return createLog(env.LOG_LEVEL, pino.multistream(streams))
}

/** Well below the limit of `openDestination`, which drops a write as a whole. */
const maxBatchLength = 16_384

/** Writes the lines of one turn of the event loop together: a write for each costs Node 15 % of its CPU under load. */
function batchLines(stream: DestinationStream): DestinationStream {
  let batch = ''
  function flushSync() {
    const text = batch
    batch = ''
    if (text) stream.write(text)
  }
  process.on('exit', flushSync)
  // pino calls flushSync after a fatal line.
  const batches = {
    flushSync,
    write(line: string) {
      if (!batch) setImmediate(flushSync)
      batch += line
      if (batch.length >= maxBatchLength) flushSync()
    },
  }
  return batches
}

/**
 * On a full disk, pino buffers up to `maxLength` bytes and then drops lines. Without a listener, a write
 * error would end the process; without a bound, the buffer would exhaust the memory.
 */
export function openDestination(options: { dest: number | string; mode?: number }) {
  const stream = pino.destination({ ...options, sync: true, maxLength: 1_000_000 })
  stream.on('error', () => {})
  return stream
}

/** Rotates the file when it exceeds its size, and keeps one older file. */
function createRotatingFile(file: string, maxFileBytes: number): DestinationStream {
  let stream = open()
  let bytesLeft = maxFileBytes - sizeOf(file)
  return {
    write(line) {
      stream.write(line)
      bytesLeft -= Buffer.byteLength(line)
      if (bytesLeft < 0) bytesLeft = rotate()
    },
  }

  function open() {
    if (sizeOf(file) > maxFileBytes) renameSync(file, file.replace(/\.log$/, '.old.log'))
    return openDestination({ dest: file, mode: 0o600 })
  }

  /** Rotates the file. If that fails, the log continues in the same file and retries a megabyte later. */
  function rotate(): number {
    const previous = stream
    try {
      stream = open()
      previous.destroy()
      // Lines written to a full disk are lost, so the file may be shorter than the count of bytes says.
      return Math.max(maxFileBytes - sizeOf(file), megabyte)
    } catch {
      return megabyte
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Prints warnings to the terminal, the same one at most once a minute. */
function createTerminalWarnings(file: string): DestinationStream {
  const lastPrinted = new Map<string, number>()
  return {
    write(line) {
      const { msg } = JSON.parse(line)
      if (performance.now() - (lastPrinted.get(msg) ?? -Infinity) < 60_000) return
      if (lastPrinted.size > 100) lastPrinted.clear()
      lastPrinted.set(msg, performance.now())
      printError(`Warning: ${msg} (more in ${file})`)
    },
  }
}
