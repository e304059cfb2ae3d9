import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Manifest } from './manifest'
import {
  checksumLine,
  copyLine,
  endOfRows,
  linesAfter,
  linesBefore,
  manifestLine,
} from './sql-text'

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
