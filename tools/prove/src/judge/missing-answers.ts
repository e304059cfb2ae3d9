import type { Journal, Unanswered } from '#src/clients/journal'

/** From when an API was sent its kill until another one served, by the clock that all processes have. */
export type Kill = { from: number; serves: number }

/**
 * Those of the requests without an answer that were owed one: not what was under way when the API was killed, which
 * broke off with it and so no earlier than that, but whatever broke at another moment, and all that a client has given
 * up waiting for.
 */
export function findMissingAnswers(unanswered: readonly Unanswered[], kills: readonly Kill[]) {
  return unanswered.filter(({ began, waited, ranOut }) => {
    // The sum of two fractions: the clock itself tells whole milliseconds.
    const ended = Math.round(began + waited)
    // One that starts looks whether its port is free: who comes in that moment is reset, and not refused. By the time
    // that it serves everybody has heard long since that their connection to the other one has gone.
    const isMet = ({ from, serves }: Kill) => began < serves && ended >= from
    return ranOut || !kills.some(isMet)
  })
}

/** Who was let down, in sentences: a process that lives owes every request an answer, and nobody gives up for good. */
export function describeFailures({ failed, unanswered }: Pick<Journal, 'failed' | 'unanswered'>) {
  return [
    ...failed,
    ...unanswered.map(
      ({ path, why, waited }) => `${path} had no answer, after ${Math.round(waited)} ms: ${why}`,
    ),
  ]
}
