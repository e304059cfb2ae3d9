import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { pino, type Logger } from 'pino'
import type { Env } from '@/env'
import { createLog } from '@/log'
import { warnPerson } from './warn-person'

const tenMegabytes = 10 * 1024 * 1024

/**
 * With the embedded database somebody sits in front of it: the log goes to a file in STOCKIE_HOME,
 * and only warnings reach the terminal. Otherwise it is JSON on standard output, for a container.
 */
export function openLog(env: Env): Logger {
  if (env.DATABASE_URL) return createLog(env.LOG_LEVEL, write({ dest: 1 }))
  const file = path.join(env.STOCKIE_HOME, 'stockie.log')
  keepSmall(file)
  const streams = [
    { level: 'trace' as const, stream: write({ dest: file, mode: 0o600 }) },
    { level: 'warn' as const, stream: warnPerson(file) },
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

/** One older file is kept beside the current one. */
function keepSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > tenMegabytes) renameSync(file, file.replace(/\.log$/, '.old.log'))
}
