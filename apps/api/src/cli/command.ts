import { exitSentence, formatCommandHint, printError } from '#src/server/console'
import { onSignal } from '#src/server/shutdown'

/** Runs one command to its exit code: 0 done, 1 refused, 2 asked for wrongly, 130 interrupted. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof Interrupted) {
      if (error.message) printError(error.message)
      // What was interrupted may still be under way, and what it has to say is of no interest now.
      process.exit(130)
    }
    const isUsage = error instanceof UsageError || isParseArgsError(error)
    const told = isUsage ? `${error.message}\n\n${usage}` : exitSentence(error)
    printError(formatCommandHint(told))
    process.exitCode = isUsage ? 2 : 1
  }
}

/** What node:util's parseArgs says of an option that it does not know. */
function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}

/** A command that was asked for wrongly; the usage text follows the sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Somebody stopped the command: by Ctrl-C at a question, or by a signal, which is told. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Told at the first Ctrl-C or signal, so that what is under way can be tidied away; the second ends at once. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  onSignal(
    () => interruption.abort(),
    () => process.exit(130),
  )
  return interruption.signal
}
