import type { Journal } from '#src/clients/journal'

/** Who was let down, in sentences: a process that lives owes every request an answer, and nobody gives up for good. */
export function unservedOf({ failed, unanswered }: Pick<Journal, 'failed' | 'unanswered'>) {
  return [
    ...failed,
    ...unanswered.map(
      ({ path, why, waited }) => `${path} had no answer, after ${Math.round(waited)} ms: ${why}`,
    ),
  ]
}
