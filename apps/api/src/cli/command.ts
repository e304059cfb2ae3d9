import type { z } from 'zod'
import { exitSentence, formatCommandHint, printError } from '#src/server/console'
import { onSignal } from '#src/server/shutdown'

/** Runs a command and sets the exit code: 0 success, 1 failure, 2 wrong usage, 130 interrupted. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof InterruptedError) {
      if (error.message) printError(error.message)
      // Exits at once: the interrupted work may still be running, and its messages no longer matter.
      process.exit(130)
    }
    const isUsage = error instanceof UsageError || isParseArgsError(error)
    const message = isUsage ? `${error.message}\n\n${usage}` : exitSentence(error)
    printError(formatCommandHint(message))
    process.exitCode = isUsage ? 2 : 1
  }
}

/** Whether node:util's parseArgs threw the error, for example for an unknown option. */
function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  )
}

/** A command with wrong arguments. The usage text is printed after the message. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Parses an argument with its schema. The message becomes a sentence of the UsageError. */
export function readArgument<Schema extends z.ZodType>(
  schema: Schema,
  given: string | undefined,
): z.output<Schema> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new UsageError(`${result.error.issues[0]?.message ?? 'Not usable'}.`)
}

/** The user stopped the command: by Ctrl-C at a prompt (no message), or by a signal. */
export class InterruptedError extends Error {
  override name = 'InterruptedError'
}

/** Aborts at the first Ctrl-C or signal, so that the work can clean up. The second signal exits at once. */
export function listenForInterruption(): AbortSignal {
  const controller = new AbortController()
  onSignal(
    () => controller.abort(),
    () => process.exit(130),
  )
  return controller.signal
}

/** Rejects at the first Ctrl-C or signal. The second one exits at once. */
export function rejectOnInterruption(): Promise<never> {
  const signal = listenForInterruption()
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new InterruptedError('Interrupted.')))
  })
}
