import type { Manifest } from './manifest'

/** Gets how many more rows were handled. */
export type OnRows = (count: number) => void

/** The rows that were handled, and those of all steps. */
export type OnProgress = (done: number, total: number) => void

/** Each row is written into the file, loaded from it and compared. */
const steps = { verified: 3, unverified: 1 }

/** Counts the rows of a backup through all of its steps. */
export function createProgress(onProgress: OnProgress | undefined, willVerify: boolean) {
  let [done, total] = [0, 0]
  return {
    begin: ({ tables }: Pick<Manifest, 'tables'>) => {
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      total = rows * (willVerify ? steps.verified : steps.unverified)
      onProgress?.(0, total)
    },
    add: (count: number) => {
      // The file has some lines that are no rows.
      done = Math.min(done + count, total)
      onProgress?.(done, total)
    },
  }
}

const newline = 0x0a

/** Passes the text on, and reports its lines: rows have no line breaks in the format of COPY. */
export async function* countRows(
  text: AsyncIterable<Buffer>,
  onRows: OnRows,
): AsyncGenerator<Buffer> {
  for await (const chunk of text) {
    yield chunk
    let count = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count += 1
    onRows(count)
  }
}
