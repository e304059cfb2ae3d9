import type { Journal, Unanswered } from '#src/clients/journal'

/**
 * The time from the kill of an API until the next one served, by the system clock, which all processes share.
 */
export type Kill = { from: number; serves: number }

/**
 * Returns the unanswered requests that were owed an answer. Excludes requests that a kill interrupted: they
 * were in flight during it, so they broke no earlier than it. A request that timed out is always owed an
 * answer.
 */
export function findMissingAnswers(unanswered: readonly Unanswered[], kills: readonly Kill[]) {
  return unanswered.filter(({ began, waited, timedOut }) => {
    // The clock of a kill has whole milliseconds, and this sum may fall just short of it.
    const ended = Math.round(began + waited)
    // A starting API checks its port, which resets connections instead of refusing them. Until it serves,
    // every client has noticed that its old connection is closed.
    const wasHitBy = ({ from, serves }: Kill) => began < serves && ended >= from
    return timedOut || !kills.some(wasHitBy)
  })
}

/** Describes failed clients and missing answers: a running process owes an answer to every request. */
export function describeFailures({ failed, unanswered }: Pick<Journal, 'failed' | 'unanswered'>) {
  return [
    ...failed,
    ...unanswered.map(
      ({ path, why, waited }) => `${path} had no answer, after ${Math.round(waited)} ms: ${why}`,
    ),
  ]
}
