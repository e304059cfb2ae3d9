import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { DestinationStream, Logger } from 'pino'
import type { Env } from '#src/env'
import { StartError } from '#src/errors'
import { createLog, openDestination } from './log'

const maxFileBytes = 10 * 1024 * 1024
const maxFiles = 10
const fileName = /^audit-(\d{6,15})\.log$/

/**
 * The audit log has files of its own, which requests without an account cannot fill. Without a folder, its
 * lines go to the log. LOG_LEVEL does not apply to it.
 */
export function openAuditLog({ AUDIT_FOLDER }: Env, log: Logger): Logger {
  if (!AUDIT_FOLDER) return log.child({}, { level: 'info' })
  let lastWarned = -Infinity
  const warn = (error: unknown) => {
    if (performance.now() - lastWarned < 60_000) return
    lastWarned = performance.now()
    log.warn(error, 'The audit log cannot be written.')
  }
  return createLog('info', openAuditFiles(AUDIT_FOLDER, warn))
}

/**
 * Appends to the newest of up to ten numbered files of 10 MB. Files are never renamed, and the operating
 * system appends each line as a whole. So several processes can share the folder: each looks at the size
 * before a line, and continues in the next number with the others.
 */
function openAuditFiles(folder: string, onError: (error: unknown) => void): DestinationStream {
  let current: ReturnType<typeof openFile>
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    current = openFile(pickNumber())
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartError(
      `${folder}, the folder of the audit log, cannot be written${code}: let the user of Stockie write there, or set AUDIT_FOLDER to another folder.`,
    )
  }

  return {
    write(line) {
      try {
        continueInNextFile()
      } catch (error) {
        // The file grows until the next file can be opened.
        onError(error)
      }
      current.stream.write(line)
    },
  }

  function continueInNextFile(): void {
    const size = sizeOf(current.file)
    // Without a size, another process or the owner has deleted the file.
    if (size !== undefined && size < maxFileBytes) return
    const previous = current
    current = openFile(pickNumber())
    previous.stream.destroy()
    for (const { name } of list().slice(0, -maxFiles)) {
      rmSync(path.join(folder, name), { force: true })
    }
  }

  function openFile(number: number) {
    const file = path.join(folder, `audit-${String(number).padStart(6, '0')}.log`)
    const stream = openDestination({ dest: file, mode: 0o600 })
    return { file, stream: stream.on('error', onError) }
  }

  /** The number of the newest file, or the next one if that file is full. */
  function pickNumber(): number {
    const newest = list().at(-1)
    if (!newest) return 1
    const size = sizeOf(path.join(folder, newest.name)) ?? 0
    return size < maxFileBytes ? newest.number : newest.number + 1
  }

  function list() {
    return readdirSync(folder)
      .map((name) => ({ name, number: Number(fileName.exec(name)?.[1]) }))
      .filter(({ number }) => number > 0)
      .toSorted((a, b) => a.number - b.number)
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
