import { fstatSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Env } from '@/env'
import { createLog } from '@/log'
import { warnPerson } from './warn-person'

const aMegabyte = 1024 * 1024
const tenMegabytes = 10 * aMegabyte

/**
 * With the embedded database somebody sits in front of it: the log goes to a file in STOCKIE_HOME,
 * and only warnings reach the terminal. Otherwise it is JSON on standard output, for a container.
 */
export function openLog(env: Env): Logger {
  if (env.DATABASE_URL) return createLog(env.LOG_LEVEL, write(1))
  const file = path.join(env.STOCKIE_HOME, 'stockie.log')
  const streams = [
    { level: 'trace' as const, stream: writeFile(file) },
    { level: 'warn' as const, stream: warnPerson(file) },
  ]
  return createLog(env.LOG_LEVEL, pino.multistream(streams))
}

/**
 * What cannot be written, for want of space say, is kept for a while and then lost: an error that nobody
 * hears would end the program, and what is kept without a bound as well.
 */
function write(dest: number) {
  const stream = pino.destination({ dest, sync: true, maxLength: 1_000_000 })
  stream.on('error', () => {})
  return stream
}

/** A file that begins anew where it has grown long; one older file is kept beside it. */
function writeFile(file: string): DestinationStream {
  let current = open()
  let room = tenMegabytes - sizeOf(file)
  return {
    write(line) {
      room -= Buffer.byteLength(line)
      if (room < 0) room = makeRoom()
      current.stream.write(line)
    },
  }

  function open() {
    if (sizeOf(file) > tenMegabytes) renameSync(file, file.replace(/\.log$/, '.old.log'))
    const fd = openSync(file, 'a', 0o600)
    return { fd, stream: write(fd) }
  }

  /** Where that fails the log goes on in the file that it has, and this is tried again a megabyte later. */
  function makeRoom(): number {
    try {
      // Of what was written to a full disk nothing is there: that would put an empty file in the older one's place.
      const { size } = fstatSync(current.fd)
      if (size <= tenMegabytes) return Math.max(tenMegabytes - size, aMegabyte)
      const { stream } = current
      current = open()
      stream.destroy()
      return tenMegabytes
    } catch {
      return aMegabyte
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
