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
