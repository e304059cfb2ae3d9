import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error'
import type { Manifest, Table } from './manifest'
import { readManifest } from './read-manifest'
import { createTextReader, type TextReader } from './read-text'
import { checksumLine, copyLine, linesAfter, linesBefore } from './sql-text'

export type Visitor = {
  onManifest?: (manifest: Manifest) => Promise<void>
  /** Takes the rows to their end. */
  onTable?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads a backup from its first line to its last. Nothing in it is ever run as SQL: what stands around
 * the rows has to be, letter by letter, what its manifest gives.
 */
export async function walkBackup(file: string, visitor: Visitor = {}): Promise<Manifest> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  const hash = createHash('sha256')
  try {
    return await walk(file, createTextReader(text), { hash, visitor })
  } catch (error) {
    throw sayWhatIsWrong(error, file)
  } finally {
    source.destroy()
    text.destroy()
  }
}

type Walk = { hash: ReturnType<typeof createHash>; visitor: Visitor }

async function walk(file: string, text: TextReader, { hash, visitor }: Walk): Promise<Manifest> {
  const first = await text.readLine()
  const manifest = readManifest(file, first)
  hash.update(`${first}\n`)
  await visitor.onManifest?.(manifest)
  await expectLines(linesBefore(manifest))
  for (const table of manifest.tables) {
    await expectLines([copyLine(table)])
    await (visitor.onTable ?? drain)(table, hashed(text.readRows()))
  }
  await expectLines(linesAfter(manifest))
  const due = checksumLine(hash.digest('hex'))
  const last = await text.readLine()
  if (last === null) throw cutOff(file)
  if (last !== due || (await text.readLine()) !== null) throw changed(file)
  return manifest

  async function expectLines(lines: string[]): Promise<void> {
    for (const line of lines) {
      const found = await text.readLine()
      if (found === null) throw cutOff(file)
      if (found !== line) throw changed(file)
      hash.update(`${found}\n`)
    }
  }

  async function* hashed(rows: AsyncGenerator<Buffer, boolean>): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await rows.next()
      if (next.done && !next.value) throw cutOff(file)
      hash.update(next.done ? '\\.\n' : next.value)
      if (next.done) return
      yield next.value
    }
  }
}

async function drain(_table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _part of rows);
}

const cutOff = (file: string) =>
  new BackupError(`${file} is cut off before its end: restore another backup.`)
const changed = (file: string) =>
  new BackupError(
    `${file} was changed after it was made, and is no longer what was backed up: restore another backup.`,
  )

function sayWhatIsWrong(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`, error)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder, not a backup.`, error)
  if (code === 'EACCES') return new BackupError(`${file} may not be read by your user.`, error)
  if (code === 'Z_BUF_ERROR') return cutOff(file)
  if (code.startsWith('Z_')) {
    return new BackupError(
      `${file} is damaged, or is no backup that Stockie made: restore another backup.`,
      error,
    )
  }
  return error
}
