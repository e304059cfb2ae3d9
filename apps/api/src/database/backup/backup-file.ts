import { createHash } from 'node:crypto'
import pg, { escapeIdentifier, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import type { Manifest } from './manifest'
import type { TableShape } from './backup-contents'

/** Streams the text of a backup from the database, from the manifest to the checksum. */
export async function* streamBackup(
  client: pg.Client,
  manifest: Manifest,
  beforeUpgrade = false,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const comments = commentLines(manifest, beforeUpgrade)
  for await (const part of writeBody(client, manifest, comments)) {
    hash.update(part)
    yield part
  }
  yield Buffer.from(`${checksumLine(hash.digest('hex'))}\n`)
}

async function* writeBody(
  client: pg.Client,
  manifest: Manifest,
  comments: string[],
): AsyncGenerator<Buffer> {
  const lines = (texts: string[]) => Buffer.from(texts.map((text) => `${text}\n`).join(''))
  yield lines([manifestLine(manifest), ...comments, ...headerLines(manifest)])
  for (const table of manifest.tables) {
    const copy = copyStatement(table)
    yield lines([copy])
    const rows: AsyncIterable<Buffer> = client.query(to(copy.replace('FROM stdin;', 'TO stdout')))
    for await (const part of rows) yield part
    yield lines([endOfRows])
  }
  yield lines(footerLines(manifest))
}

const newline = 0x0a
/** The end marker of a table's rows, together with the end of the line before it. */
const endMarker = Buffer.from('\n\\.\n')

export type TextReader = {
  /** The next line without its newline. Null at the end, or if the line is longer than any valid one. */
  readLine: () => Promise<string | null>
  /** Yields the rows of one table in chunks. Returns false if the end marker is missing. */
  readRows: () => AsyncGenerator<Buffer, boolean>
}

/** Reads the text of a backup once, as a stream: it may be larger than the memory. */
export function createTextReader(
  source: AsyncIterable<Buffer>,
  maxLineLength = 4_000_000,
): TextReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function readMore(): Promise<boolean> {
    const next = await chunks.next()
    if (next.done) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }

  async function readLine(): Promise<string | null> {
    for (;;) {
      const at = rest.indexOf(newline)
      if (at >= 0) {
        const line = rest.toString('utf8', 0, at)
        rest = rest.subarray(at + 1)
        return line
      }
      if (rest.length > maxLineLength || !(await readMore())) return null
    }
  }

  async function* readRows(): AsyncGenerator<Buffer, boolean> {
    // An empty table begins with the end marker. The newline before it is that of the COPY line.
    rest = Buffer.concat([Buffer.from('\n'), rest])
    let first = 1
    for (;;) {
      const at = rest.indexOf(endMarker)
      const until = at >= 0 ? at + 1 : rest.length - endMarker.length + 1
      if (until > first) {
        yield rest.subarray(first, until)
        first = 0
        rest = rest.subarray(until)
      }
      if (at >= 0) {
        rest = rest.subarray(rest.indexOf(endMarker.subarray(1)) + endMarker.length - 1)
        return true
      }
      if (!(await readMore())) return false
    }
  }

  return { readLine, readRows }
}

/** Every line besides the rows and the comment follows from the manifest, so parseBackup can refuse any other line. */
const endOfRows = '\\.'

const manifestLine = (manifest: Manifest) => `-- ${JSON.stringify(manifest)}`

/** For people who open the file. It recommends no psql: psql also runs shell commands that a file contains. */
const comment = [
  '-- A backup of Stockie. Restore it with Stockie: npm run restore -- FILE',
  '-- Stockie checks the whole file and runs nothing of it. psql runs everything in it, also commands',
  '-- for the shell. So never give psql a file that you did not make and keep yourself.',
]

/** The comment of version 0.1.0, which reads no other one. */
const firstComment = [
  '-- A backup of Stockie, which brings it back by: npm run restore -- FILE',
  '-- Without Stockie: apply prisma/migrations to a new database, then',
  '--   gunzip -c FILE | psql -v ON_ERROR_STOP=1 DATABASE_URL',
]

/** The last migration of version 0.1.0. */
const lastOfFirstVersion = '20261123120000_plain_invariant_comments'

/** A user who goes back to version 0.1.0 restores the backup from before the upgrade with it. */
function commentLines({ migrations }: Manifest, beforeUpgrade: boolean): string[] {
  const isOfFirstVersion = migrations.every(({ name }) => name <= lastOfFirstVersion)
  return beforeUpgrade && isOfFirstVersion ? firstComment : comment
}

/** The lines between the comment and the rows: the settings that psql needs. */
export function headerLines({ tables }: Manifest): string[] {
  return [
    "SET client_encoding TO 'UTF8';",
    "SET timezone TO 'UTC';",
    "SET datestyle TO 'ISO, YMD';",
    'BEGIN;',
    ...tables.map(({ name }) => `ALTER TABLE ${escapeIdentifier(name)} DISABLE TRIGGER USER;`),
  ]
}

export function copyStatement({ name, columns }: TableShape): string {
  const list = columns.map((column) => escapeIdentifier(column)).join(', ')
  return `COPY ${escapeIdentifier(name)} (${list}) FROM stdin;`
}

export function footerLines({ tables, sequences }: Manifest): string[] {
  return [
    ...sequences.map(
      ({ name, lastValue, isCalled }) =>
        `SELECT setval(${escapeLiteral(escapeIdentifier(name))}, ${lastValue}, ${isCalled});`,
    ),
    ...tables.map(({ name }) => `ALTER TABLE ${escapeIdentifier(name)} ENABLE TRIGGER USER;`),
    'COMMIT;',
  ]
}

/** The last line: the checksum of all lines before it. */
export const checksumLine = (sha256: string) => `-- sha256 ${sha256}`
