import { isDeepStrictEqual } from 'node:util'
import type { Contents } from './manifest'

const number = (value: number) => value.toLocaleString('en')

/** What came back otherwise than it was written down; nothing where all is the same. */
export function compareContents(written: Contents, restored: Contents): string[] {
  return [
    ...compareTables(written.tables, restored.tables),
    ...compareFigures(written.figures, restored.figures),
    ...compareSequences(written.sequences, restored.sequences),
  ]
}

function compareTables(written: Contents['tables'], restored: Contents['tables']): string[] {
  const found = new Map(restored.map((table) => [table.name, table]))
  const known = new Set(written.map((table) => table.name))
  const missing = restored.filter(({ name }) => !known.has(name))
  return [
    ...missing.map(({ name }) => `${name}: not in the file`),
    ...written.flatMap(({ name, columns, rows, digest }) => {
      const table = found.get(name)
      if (!table) return [`${name}: no such table`]
      if (!isDeepStrictEqual(columns, table.columns)) return [`${name}: other columns`]
      if (rows !== table.rows) {
        return [`${name}: ${number(rows)} rows in the file, ${number(table.rows)} restored`]
      }
      return digest === table.digest ? [] : [`${name}: rows that are not those in the file`]
    }),
  ]
}

function compareFigures(written: Contents['figures'], restored: Contents['figures']): string[] {
  const now = new Map(Object.entries(restored))
  return Object.entries(written)
    .filter(([name, value]) => now.get(name) !== value)
    .map(([name, value]) => `${name}: ${value} in the file, ${now.get(name)} restored`)
}

function compareSequences(
  written: Contents['sequences'],
  restored: Contents['sequences'],
): string[] {
  const found = new Map(restored.map((sequence) => [sequence.name, sequence]))
  return written
    .filter((sequence) => !isDeepStrictEqual(sequence, found.get(sequence.name)))
    .map(({ name }) => `${name}: another next number`)
}
