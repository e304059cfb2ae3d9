import { idHeader } from '@stockie/contracts'

export type ExportColumn = {
  title: string
  /** What the column holds, in README.txt. */
  about: string
  sql: string
  /** A number is written as it is. A text is protected from being run as a formula. */
  isNumber: boolean
}

/** See `idHeader`. */
export const idTitle = idHeader(null)

export type ExportFile = {
  name: string
  about: string
  columns: ExportColumn[]
  /** Everything after the columns. The order is that of an index, so that the first rows come at once. */
  from: string
  /** What the values of a column mean, in README.txt. */
  words?: Record<string, string>
  /** The amount whose sum is in README.txt. */
  sum?: { title: string; sql: string }
}

export const text = (title: string, sql: string, about: string): ExportColumn => ({
  title,
  sql,
  about,
  isNumber: false,
})
export const number = (title: string, sql: string, about: string): ExportColumn => ({
  title,
  sql,
  about,
  isNumber: true,
})

/** The column that an import finds its records by. The archive adds the key of the shop to its title. */
export const id = (sql: string) => number(idTitle, sql, 'The number of the record in Stockie.')

/** PostgreSQL's format of a calendar day. */
export const dayFormat = `'YYYY-MM-DD'`
