import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Manifest } from './manifest'
import type { TableShape } from './read-tables'

/** All that a backup says besides its rows follows from its manifest, so that nothing else is let in. */
export const endOfRows = '\\.'

export const manifestLine = (manifest: Manifest) => `-- ${JSON.stringify(manifest)}`

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
