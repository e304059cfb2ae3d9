import type { Unanswered } from '#src/clients/journal'

/** From when an API was sent its kill until another one served, by the clock that all processes have. */
export type Kill = { from: number; to: number }

/** Whoever used the connection just before may ask over it once more before they hear that it has gone. */
const leeway = 1_000

/**
 * Those of the requests without an answer that were owed one: not what was under way when the API was killed, which
 * broke off with it and so no earlier than that, but whatever broke at another moment, and all that a client has given
 * up waiting for.
 */
export function owedAnswers(unanswered: readonly Unanswered[], kills: readonly Kill[]) {
  return unanswered.filter(({ began, waited, ranOut }) => {
    // The sum of two fractions: the clock itself tells whole milliseconds.
    const ended = Math.round(began + waited)
    const isMet = ({ from, to }: Kill) => began < to + leeway && ended >= from
    return ranOut || !kills.some(isMet)
  })
}
