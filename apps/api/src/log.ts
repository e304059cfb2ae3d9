import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from '#src/env'
import { printError } from '#src/server/console'

/** Wherever one of these turns up in what is logged, its value does not. */
const secrets = [
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
  'OWNER_PASSWORD',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

export function createLog(level: string, destination: DestinationStream): Logger {
  const beneath = (prefix: string) =>
    secrets.map((name) => (name.startsWith('[') ? `${prefix}${name}` : `${prefix}.${name}`))
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: describeError },
      redact: {
        paths: [...secrets, ...beneath('*'), ...beneath('*.*'), ...beneath('*.*.*')],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** What an error says about itself, without what libraries hang on it: bodies, queries, addresses. */
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

const aMegabyte = 1024 * 1024
const tenMegabytes = 10 * aMegabyte

/**
 * With the embedded database somebody sits in front of it: the log goes to a file in STOCKIE_HOME,
 * and only warnings reach the terminal. Otherwise it is JSON on standard output, for a container.
 */
export function openLog(env: Env): Logger {
  if (env.DATABASE_URL) return createLog(env.LOG_LEVEL, write({ dest: 1 }))
  const file = path.join(env.STOCKIE_HOME, 'stockie.log')
  const streams = [
    { level: 'trace' as const, stream: writeFile(file) },
    { level: 'warn' as const, stream: createTerminalWarnings(file) },
  ]
  return createLog(env.LOG_LEVEL, pino.multistream(streams))
}

/**
 * What cannot be written, for want of space say, is kept for a while and then lost: an error that nobody
 * hears would end the program, and what is kept without a bound as well.
 */
function write(where: { dest: number | string; mode?: number }) {
  const stream = pino.destination({ ...where, sync: true, maxLength: 1_000_000 })
  stream.on('error', () => {})
  return stream
}

/** A file that begins anew where it has grown long; one older file is kept beside it. */
function writeFile(file: string): DestinationStream {
  let stream = open()
  let room = tenMegabytes - sizeOf(file)
  return {
    write(line) {
      stream.write(line)
      room -= Buffer.byteLength(line)
      if (room < 0) room = makeRoom()
    },
  }

  function open() {
    if (sizeOf(file) > tenMegabytes) renameSync(file, file.replace(/\.log$/, '.old.log'))
    return write({ dest: file, mode: 0o600 })
  }

  /** Where that fails the log goes on as it is, and this is tried again a megabyte later. */
  function makeRoom(): number {
    const former = stream
    try {
      stream = open()
      former.destroy()
      // Of what was written to a full disk nothing is there: the file may be shorter than it seemed.
      return Math.max(tenMegabytes - sizeOf(file), aMegabyte)
    } catch {
      return aMegabyte
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A warning as a person reads it; the same one is not repeated for a while. */
function createTerminalWarnings(file: string): DestinationStream {
  const lastTold = new Map<string, number>()
  return {
    write(line) {
      const { msg } = JSON.parse(line)
      if (performance.now() - (lastTold.get(msg) ?? -Infinity) < 60_000) return
      if (lastTold.size > 100) lastTold.clear()
      lastTold.set(msg, performance.now())
      printError(`Warning: ${msg} (more in ${file})`)
    },
  }
}
