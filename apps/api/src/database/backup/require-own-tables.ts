import { BackupError } from './backup-error'
import type { TableShape } from './read-tables'

/** What somebody has added to the schema has no place in a database that the migrations alone make. */
export function requireOwnTables(written: TableShape[], made: TableShape[]): void {
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
