import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ClientBase, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { from } from 'pg-copy-streams'
import {
  findPending,
  type Migration,
  MigrationError,
  readMigrations,
} from '#src/database/migrations/history'
import { migrate } from '#src/database/migrations/migrate'
import {
  compareContents,
  openPortableSession,
  readContents,
  readTables,
  type TableShape,
} from './backup-contents'
import {
  checksumLine,
  copyStatement,
  createTextReader,
  footerLines,
  headerLines,
  type TextReader,
} from './backup-file'
import { countRows, type OnRows } from './backup-progress'
import { BackupError } from './maintenance-lock'
import { changedError, type Manifest, readManifest, type Table } from './manifest'

export type BackupHandlers = {
  onManifest?: (manifest: Manifest) => Promise<void>
  /** Must consume all rows. */
  onTable?: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>
}

/**
 * Reads a backup from its first line to its last. It never runs any of it as SQL: every line besides the rows
 * and the comment must be exactly the line that follows from the manifest.
 */
export async function parseBackup(file: string, handlers: BackupHandlers = {}): Promise<Manifest> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  const hash = createHash('sha256')
  try {
    return await parseText(file, createTextReader(text), { hash, handlers })
  } catch (error) {
    throw toFileError(error, file)
  } finally {
    source.destroy()
    text.destroy()
  }
}

type ParseOptions = { hash: ReturnType<typeof createHash>; handlers: BackupHandlers }

async function parseText(
  file: string,
  text: TextReader,
  { hash, handlers }: ParseOptions,
): Promise<Manifest> {
  const first = await text.readLine()
  const manifest = readManifest(file, first)
  hash.update(`${first}\n`)
  await handlers.onManifest?.(manifest)
  const [firstSetting = '', ...settings] = headerLines(manifest)
  acceptLine(firstSetting, await skipComment())
  await expectLines(settings)
  for (const table of manifest.tables) {
    await expectLines([copyStatement(table)])
    await (handlers.onTable ?? skipRows)(table, hashRows(text.readRows()))
  }
  await expectLines(footerLines(manifest))
  const expectedLine = checksumLine(hash.digest('hex'))
  const lastLine = await text.readLine()
  if (lastLine === null) throw truncatedError(file)
  if (lastLine !== expectedLine || (await text.readLine()) !== null) throw changedError(file)
  return manifest

  /** Each version has a comment of its own. Returns the first line after it. */
  async function skipComment(): Promise<string | null> {
    let line = await text.readLine()
    for (let count = 0; line?.startsWith('-- ') && count < maxCommentLines; count++) {
      hash.update(`${line}\n`)
      line = await text.readLine()
    }
    return line
  }

  async function expectLines(lines: string[]): Promise<void> {
    for (const line of lines) acceptLine(line, await text.readLine())
  }

  function acceptLine(expected: string, actual: string | null): void {
    if (actual === null) throw truncatedError(file)
    if (actual !== expected) throw changedError(file)
    hash.update(`${actual}\n`)
  }

  async function* hashRows(rows: AsyncGenerator<Buffer, boolean>): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await rows.next()
      if (next.done && !next.value) throw truncatedError(file)
      hash.update(next.done ? '\\.\n' : next.value)
      if (next.done) return
      yield next.value
    }
  }
}

const maxCommentLines = 20

async function skipRows(_table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of rows);
}

const truncatedError = (file: string) =>
  new BackupError(`${file} is incomplete: restore another backup.`)

function toFileError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`, error)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder, not a backup.`, error)
  if (code === 'EACCES') return new BackupError(`Your user may not read ${file}.`, error)
  if (code === 'Z_BUF_ERROR') return truncatedError(file)
  if (code.startsWith('Z_')) {
    return new BackupError(
      `${file} is damaged or is not a backup of Stockie: restore another backup.`,
      error,
    )
  }
  return error
}

type LoadOptions = { file: string; url: string; signal: AbortSignal; onRows?: OnRows | undefined }

/**
 * Loads a backup into an empty database at the backup's own schema version. Then it compares the loaded
 * content with the manifest, and fails if they differ.
 */
export async function loadBackup({
  file,
  url,
  signal,
  onRows = () => {},
}: LoadOptions): Promise<Manifest> {
  const client = await openPortableSession(url, signal)
  try {
    // Safe: the caller drops this database after a failure, or renames it, which waits for the disk.
    await client.query('set synchronous_commit to off')
    let addForeignKeys = async () => {}
    const manifest = await parseBackup(file, {
      onManifest: async (fileManifest) => {
        await migrate(url, { migrations: await findMigrations(file, fileManifest) })
        const tables = await readTables(client)
        requireOwnTables(fileManifest.tables, tables)
        await client.query('begin')
        await setTriggers('disable')
        addForeignKeys = await dropForeignKeys(client)
        const names = tables.map(({ name }) => escapeIdentifier(name))
        await client.query(`truncate ${names.join(', ')} restart identity`)
      },
      onTable: async (table, rows) => {
        const copy = client.query(from(copyStatement(table).replace(';', '')))
        await pipeline(countRows(rows, onRows), copy, { signal })
      },
    })
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      const sequence = escapeLiteral(escapeIdentifier(name))
      await client.query(`select setval(${sequence}, ${lastValue}, ${isCalled})`)
    }
    await addForeignKeys()
    await setTriggers('enable')
    await client.query('commit')
    await client.query('vacuum (analyze)')
    assertNoDifferences(file, compareContents(manifest, await readContents(client, onRows)))
    return manifest
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof DatabaseError ? toLoadError(file, error) : error
  } finally {
    await client.end().catch(() => {})
  }

  /** The ledger's triggers would move the stock a second time. The comparison checks the loaded rows. */
  async function setTriggers(state: 'enable' | 'disable'): Promise<void> {
    for (const { name } of await readTables(client)) {
      await client.query(`alter table ${escapeIdentifier(name)} ${state} trigger user`)
    }
  }
}

type ForeignKey = {
  drop: string
  add: string
  /** Whether it can be added again as it was. */
  isPlain: boolean
}

/**
 * Drops all foreign keys of a database that is being loaded, and returns a function that adds them again. Adding one
 * checks all rows at once. PostgreSQL would otherwise remember each loaded row in memory, and check it alone: of
 * 1,000,000 sales, that took most of the load.
 */
export async function dropForeignKeys(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as add,
       convalidated and conparentid = 0 and obj_description(oid, 'pg_constraint') is null as "isPlain"
     from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace
     order by oid`,
  )
  // Added again, such a key would check less than before, fail, or lose its comment.
  const other = rows.find(({ isPlain }) => !isPlain)
  if (other) throw new Error(`A load cannot add this foreign key again: ${other.add}`)
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    for (const { add } of rows) await client.query(add)
  }
}

export function assertNoDifferences(file: string, differences: string[]): void {
  if (differences.length === 0) return
  throw new BackupError(
    `The restored data differ from ${file}: ${differences.join('; ')}. Stockie discarded them.`,
  )
}

/**
 * A full disk is the server's fault. A data or constraint error (22, 23) means that the rows are not valid.
 */
function toLoadError(file: string, error: DatabaseError): Error {
  if (error.code === '53100') {
    return new BackupError(
      `The disk of the database server is full: free some space, and run this again.`,
    )
  }
  if (!/^(22|23)/.test(error.code ?? '')) return error
  return new BackupError(`The database refuses data in ${file}: ${error.message}.`, error)
}

/**
 * A restore builds the schema from the migrations alone, so it cannot take tables or columns added by hand.
 */
function requireOwnTables(fileTables: TableShape[], ownTables: TableShape[]): void {
  const own = new Map(ownTables.map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of fileTables) {
    const ownColumns = own.get(name)
    if (!ownColumns) throw foreignObjectError(`the table "${name}"`)
    const foreign = columns.find((column) => !ownColumns.has(column))
    if (foreign) throw foreignObjectError(`the column "${foreign}" of the table "${name}"`)
  }
}

function foreignObjectError(description: string): BackupError {
  return new BackupError(
    `Stockie did not create ${description}, so it cannot verify a backup of this database. Move it to another database, drop it here, and run this again.`,
  )
}

/**
 * The migrations that a backup was made at. Throws a BackupError if this version does not know all of them.
 */
export async function findMigrations(file: string, manifest: Manifest): Promise<Migration[]> {
  const known = await readMigrations()
  const names = new Set(known.map(({ name }) => name))
  const newer = manifest.migrations.find(({ name }) => !names.has(name))
  if (newer) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${manifest.stockie}): it has the migration ${newer.name}, which this version does not know. Restore it with that version or a newer one.`,
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
