import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './usage-error'

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
