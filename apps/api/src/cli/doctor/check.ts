import pg from 'pg'
import type { State, Verdict } from '#src/database/servers/cluster-checks'
import { StartError } from '#src/errors'
import { exitSentence } from '#src/server/console'
import { withTimeout } from '#src/time'

export type { State, Verdict }

export type Finding = Verdict & { check: string }

/** One check. An error that it throws becomes a verdict, too. */
export type Check = { name: string; run: () => Promise<Verdict[]> | Verdict[] }

/** Longer than the statement timeout of a check, because that gives a better message. */
const timeoutMs = 30_000
const timeout = {
  ms: timeoutMs,
  error: () =>
    new StartError(
      `There was no answer within ${timeoutMs / 1000} seconds: try again, and check the disk and the network.`,
    ),
}

/**
 * Runs a check with a time limit. A check that fails becomes a finding, so that the other checks still run.
 */
export async function runCheck({ name, run }: Check): Promise<Finding[]> {
  const running = (async () => run())()
  const verdicts = await withTimeout(running, timeout).catch((error: unknown) => [toVerdict(error)])
  return verdicts.map((verdict) => ({ check: name, ...verdict }))
}

function toVerdict(error: unknown): Verdict {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === '42P01' || code === '42703') return schemaMismatchVerdict
  if (code === '57014') {
    return {
      state: 'warning',
      found: 'This check took too long and was cancelled: try again when the shop is less busy.',
    }
  }
  return { state: 'error', found: exitSentence(error).replaceAll(/\s*\n\s*/g, ' ') }
}

/** The schema belongs to another version. The check "Schema" says more. */
export const schemaMismatchVerdict: Verdict = {
  state: 'warning',
  found:
    'This could not be checked, because the database has another schema: see the check Schema.',
}
