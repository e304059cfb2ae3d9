import { parseArgs, type ParseArgsConfig } from 'node:util'
import { createShutdown, type Shutdown } from './cleanup'
import { UsageError } from './errors'

/** One line that changes on a terminal, a line each elsewhere. */
export function createProgress({ stderr }: Pick<NodeJS.Process, 'stderr'>) {
  const width = stderr.isTTY ? stderr.columns : 0
  return {
    show: (text: string) => {
      stderr.write(width ? `\r\u001B[K${text.slice(0, width - 1)}` : `${text}\n`)
    },
    done: () => void (width && stderr.write('\r\u001B[K')),
  }
}

/** Lines of cells as lines of text, each column as wide as its widest cell. */
export function padColumns(lines: readonly string[][]): string[] {
  const [head = []] = lines
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** What was typed, as options, or a sentence about what there is not. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  { options, usage }: { options: Options; usage: string },
) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${sentence}.\n\n${usage}`)
  }
}

type Labels<Item> = { kind: string; labelOf: (item: Item) => { id: string; name: string } }

/** The items that --only names: by the beginning of an id (A, A4, A4-month), or else by a part of the name. */
export function chooseByName<Item>(
  all: readonly Item[],
  only: readonly string[],
  { kind, labelOf }: Labels<Item>,
): Item[] {
  const words = only.flatMap((text) => text.split(',')).map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  if (named.length === 0) return [...all]
  const chosen = new Set(
    named.flatMap((word) => {
      const searched = word.toLowerCase()
      const byId = all.filter((item) => labelOf(item).id.toLowerCase().startsWith(searched))
      if (byId.length > 0) return byId
      const byName = all.filter((item) => labelOf(item).name.toLowerCase().includes(searched))
      if (byName.length > 0) return byName
      const ids = all.map((item) => labelOf(item).id).join(', ')
      throw new UsageError(`--only ${word} names no ${kind}. There are ${ids}.`)
    }),
  )
  return all.filter((item) => chosen.has(item))
}

type Said = { tell: (text: string) => void; ending: Shutdown }

/** A program from its beginning to its end: what it has made is taken away, however that comes. */
export async function runProgram(work: (said: Said) => Promise<void>): Promise<void> {
  const tell = (text: string) => void process.stdout.write(`${text}\n`)
  const complain = (text: string) => void process.stderr.write(`${text}\n`)
  const ending = createShutdown(complain)
  try {
    await work({ tell, ending })
  } catch (error) {
    process.exitCode = 1
    // On the way out everything fails that still works with what is closed.
    if (!ending.hasBegun()) {
      complain(error instanceof UsageError ? error.message : String(error))
    }
  }
  await ending.end()
}
