import { exitSentence } from '@/main/exit-sentence'
import { asTypedHere } from '@/main/as-typed-here'
import { complain } from '@/main/tell'
import { Interrupted } from './interrupted'
import { UsageError } from './usage-error'

/** Runs one command to its exit code: 0 done, 1 refused, 2 asked for wrongly, 130 interrupted. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof Interrupted) {
      if (error.message) complain(error.message)
      // What was interrupted may still be under way, and what it has to say is of no interest now.
      process.exit(130)
    }
    const isUsage = error instanceof UsageError || isParseArgsError(error)
    const told = isUsage ? `${error.message}\n\n${usage}` : exitSentence(error)
    complain(asTypedHere(told))
    process.exitCode = isUsage ? 2 : 1
  }
}

/** What node:util's parseArgs says of an option that it does not know. */
function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}
