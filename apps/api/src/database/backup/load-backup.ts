import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { from } from 'pg-copy-streams'
import {
  findPending,
  type Migration,
  MigrationError,
  readMigrations,
} from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import {
  checksumLine,
  copyLine,
  createTextReader,
  linesAfter,
  linesBefore,
  type TextReader,
} from './backup-file'
import { BackupError, openPortableSession } from './maintenance'
import { type Manifest, readManifest, type Table } from './manifest'
import { compareContents, readContents, readTables, type TableShape } from './verify-contents'

export type Visitor = {
  onManifest?: (manifest: Manifest) => Promise<void>
  /** Takes the rows to their end. */
  onTable?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads a backup from its first line to its last. Nothing in it is ever run as SQL: what stands around
 * the rows has to be, letter by letter, what its manifest gives.
 */
export async function parseBackup(file: string, visitor: Visitor = {}): Promise<Manifest> {
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

type Load = { file: string; url: string; signal: AbortSignal }

/**
 * Fills an empty database from a backup, which stands at the backup's own version afterwards, and
 * proves that what came back is what was backed up. Otherwise it is refused.
 */
export async function loadBackup({ file, url, signal }: Load): Promise<Manifest> {
  const client = await openPortableSession(url, signal)
  try {
    // It is thrown away where anything fails, and kept by a rename, which waits for the disk.
    await client.query('set synchronous_commit to off')
    const manifest = await parseBackup(file, {
      onManifest: async (read) => {
        await migrate(url, { migrations: await findMigrations(file, read) })
        const tables = await readTables(client)
        requireOwnTables(read.tables, tables)
        await client.query('begin')
        await setTriggers('disable')
        const names = tables.map(({ name }) => escapeIdentifier(name))
        await client.query(`truncate ${names.join(', ')} restart identity`)
      },
      onTable: async (table, rows) => {
        await pipeline(rows, client.query(from(copyLine(table).replace(';', ''))), { signal })
      },
    })
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      const sequence = escapeLiteral(escapeIdentifier(name))
      await client.query(`select setval(${sequence}, ${lastValue}, ${isCalled})`)
    }
    await setTriggers('enable')
    await client.query('commit')
    await client.query('analyze')
    refuseDifferences(file, compareContents(manifest, await readContents(client)))
    return manifest
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof DatabaseError ? doesNotFit(file, error) : error
  } finally {
    await client.end().catch(() => {})
  }

  /** The ledger's would move stock once more; that the loaded rows are right is proved afterwards. */
  async function setTriggers(state: 'enable' | 'disable'): Promise<void> {
    for (const { name } of await readTables(client)) {
      await client.query(`alter table ${escapeIdentifier(name)} ${state} trigger user`)
    }
  }
}

export function refuseDifferences(file: string, differences: string[]): void {
  if (differences.length === 0) return
  throw new BackupError(
    `What came back is not what ${file} says: ${differences.join('; ')}. Nothing of it was kept.`,
  )
}

/** Out of space is the server's matter; every other refusal says that the rows are not ours. */
function doesNotFit(file: string, error: DatabaseError): Error {
  if (error.code === '53100') {
    return new BackupError(`The database server's disk is full: make room, and run this again.`)
  }
  if (!/^(22|23)/.test(error.code ?? '')) return error
  return new BackupError(`${file} holds what the database refuses: ${error.message}.`, error)
}

/** What somebody has added to the schema has no place in a database that the migrations alone make. */
function requireOwnTables(written: TableShape[], made: TableShape[]): void {
  const known = new Map(made.map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of written) {
    const own = known.get(name)
    if (!own) throw refuse(`the table "${name}"`)
    const column = columns.find((one) => !own.has(one))
    if (column) throw refuse(`the column "${column}" of the table "${name}"`)
  }
}

function refuse(what: string): BackupError {
  return new BackupError(
    `There is ${what}, which Stockie did not make, so that a backup could not be proved to come back: move it into a database of its own, drop it here, and run this again.`,
  )
}

/** The migrations that a backup stands at, as this version knows them too, or a sentence. */
export async function findMigrations(file: string, manifest: Manifest): Promise<Migration[]> {
  const known = await readMigrations()
  const names = new Set(known.map(({ name }) => name))
  const newer = manifest.migrations.find(({ name }) => !names.has(name))
  if (newer) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${manifest.stockie}): it has the migration ${newer.name}, which this version does not know. Restore it with that one, or a newer one.`,
    )
  }
  try {
    findPending(
      known,
      manifest.migrations.map((migration) => ({ ...migration, finished: true })),
    )
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupError(`${file} cannot be restored. ${error.message}`, error)
  }
  const applied = new Set(manifest.migrations.map(({ name }) => name))
  return known.filter(({ name }) => applied.has(name))
}
