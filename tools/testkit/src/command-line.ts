import { parseArgs, type ParseArgsConfig } from 'node:util'
import { createShutdown, type Shutdown } from './cleanup'
import { UsageError } from './errors'

/** Shows progress in one changing line on a terminal, and in a new line each time elsewhere. */
export function createProgress({ stderr }: Pick<NodeJS.Process, 'stderr'>) {
  const width = stderr.isTTY ? stderr.columns : 0
  return {
    show: (text: string) => {
      stderr.write(width ? `\r\u001B[K${text.slice(0, width - 1)}` : `${text}\n`)
    },
    done: () => void (width && stderr.write('\r\u001B[K')),
  }
}

/** Joins the cells of each line, with every column as wide as its widest cell. */
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

/** Parses the command line; throws a UsageError with the usage if an option is unknown. */
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

/**
 * Selects the items that --only names: by the start of an ID (A, A4, A4-month), else by a part of the name.
 */
export function chooseByName<Item>(
  all: readonly Item[],
  only: readonly string[],
  { kind, labelOf }: Labels<Item>,
): Item[] {
  const words = only
    .flatMap((text) => text.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (words.length === 0) return [...all]
  const chosen = new Set(
    words.flatMap((word) => {
      const search = word.toLowerCase()
      const byId = all.filter((item) => labelOf(item).id.toLowerCase().startsWith(search))
      if (byId.length > 0) return byId
      const byName = all.filter((item) => labelOf(item).name.toLowerCase().includes(search))
      if (byName.length > 0) return byName
      const ids = all.map((item) => labelOf(item).id).join(', ')
      throw new UsageError(`--only ${word} names no ${kind}. There are ${ids}.`)
    }),
  )
  return all.filter((item) => chosen.has(item))
}

type ProgramContext = { print: (text: string) => void; shutdown: Shutdown }

/** Runs a program to its end, and cleans up even if it fails or is interrupted. */
export async function runProgram(work: (context: ProgramContext) => Promise<void>): Promise<void> {
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  const printError = (text: string) => void process.stderr.write(`${text}\n`)
  const shutdown = createShutdown(printError)
  try {
    await work({ print, shutdown })
  } catch (error) {
    process.exitCode = 1
    // During the shutdown, work that still uses closed resources is expected to fail.
    if (!shutdown.hasBegun()) {
      printError(error instanceof UsageError ? error.message : String(error))
    }
  }
  await shutdown.end()
}
