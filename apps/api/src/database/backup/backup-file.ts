import { createHash } from 'node:crypto'
import pg, { escapeIdentifier, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import type { Manifest } from './manifest'
import type { TableShape } from './verify-contents'

/** The whole text of a backup, as it comes out of the database, from the manifest to the checksum. */
export async function* writeText(client: pg.Client, manifest: Manifest): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const part of writeBody(client, manifest)) {
    hash.update(part)
    yield part
  }
  yield Buffer.from(`${checksumLine(hash.digest('hex'))}\n`)
}

async function* writeBody(client: pg.Client, manifest: Manifest): AsyncGenerator<Buffer> {
  const lines = (texts: string[]) => Buffer.from(texts.map((text) => `${text}\n`).join(''))
  yield lines([manifestLine(manifest), ...linesBefore(manifest)])
  for (const table of manifest.tables) {
    const copy = copyLine(table)
    yield lines([copy])
    const rows: AsyncIterable<Buffer> = client.query(to(copy.replace('FROM stdin;', 'TO stdout')))
    for await (const part of rows) yield part
    yield lines([endOfRows])
  }
  yield lines(linesAfter(manifest))
}

const newline = 0x0a
/** The end of a table's rows, together with the end of the line before it. */
const end = Buffer.from('\n\\.\n')

export type TextReader = {
  /** The next line without its end; null where there is none, or one longer than any of ours. */
  readLine: () => Promise<string | null>
  /** The rows of a table, to their end, in pieces as they come. False at the end: it never came. */
  readRows: () => AsyncGenerator<Buffer, boolean>
}

/** Reads the text of a backup once, from its beginning to its end, and keeps none of it. */
export function createTextReader(
  source: AsyncIterable<Buffer>,
  longestLine = 4_000_000,
): TextReader {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function readMore(): Promise<boolean> {
    const next = await parts.next()
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
      if (rest.length > longestLine || !(await readMore())) return null
    }
  }

  async function* readRows(): AsyncGenerator<Buffer, boolean> {
    // The line before the rows has ended, too: where there are none, the end comes at once.
    rest = Buffer.concat([Buffer.from('\n'), rest])
    let first = 1
    for (;;) {
      const at = rest.indexOf(end)
      const until = at >= 0 ? at + 1 : rest.length - end.length + 1
      if (until > first) {
        yield rest.subarray(first, until)
        first = 0
        rest = rest.subarray(until)
      }
      if (at >= 0) {
        rest = rest.subarray(rest.indexOf(end.subarray(1)) + end.length - 1)
        return true
      }
      if (!(await readMore())) return false
    }
  }

  return { readLine, readRows }
}

/** All that a backup says besides its rows follows from its manifest, so that nothing else is let in. */
const endOfRows = '\\.'

const manifestLine = (manifest: Manifest) => `-- ${JSON.stringify(manifest)}`

/** A comment for whoever opens the file, and what psql has to hear before the rows. */
export function linesBefore({ tables }: Manifest): string[] {
  return [
    '-- A backup of Stockie, which brings it back by: npm run restore -- FILE',
    '-- Without Stockie: apply prisma/migrations to a new database, then',
    '--   gunzip -c FILE | psql -v ON_ERROR_STOP=1 DATABASE_URL',
    "SET client_encoding TO 'UTF8';",
    "SET timezone TO 'UTC';",
    "SET datestyle TO 'ISO, YMD';",
    'BEGIN;',
    ...tables.map(({ name }) => `ALTER TABLE ${escapeIdentifier(name)} DISABLE TRIGGER USER;`),
  ]
}

export function copyLine({ name, columns }: TableShape): string {
  const list = columns.map((column) => escapeIdentifier(column)).join(', ')
  return `COPY ${escapeIdentifier(name)} (${list}) FROM stdin;`
}

export function linesAfter({ tables, sequences }: Manifest): string[] {
  return [
    ...sequences.map(
      ({ name, lastValue, isCalled }) =>
        `SELECT setval(${escapeLiteral(escapeIdentifier(name))}, ${lastValue}, ${isCalled});`,
    ),
    ...tables.map(({ name }) => `ALTER TABLE ${escapeIdentifier(name)} ENABLE TRIGGER USER;`),
    'COMMIT;',
  ]
}

/** The last line: what everything before it comes to. */
export const checksumLine = (sha256: string) => `-- sha256 ${sha256}`
