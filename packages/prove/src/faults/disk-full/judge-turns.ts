import type { Found } from '#src/fault'
import type { Watched } from './watch-full-disk'

type Turns = Pick<Watched, 'inVain' | 'reads'>

/**
 * On a slow machine not everybody has a turn in time, which is no word about the disk. Where hardly anybody has one it
 * is the disk's doing, and where nobody was asked while PostgreSQL lived, nothing is known.
 */
export function judgeTurns(
  parts: readonly Turns[],
  refusals: number,
): Required<Pick<Found, 'unkept' | 'remarks'>> {
  const unkept: string[] = []
  const remarks: string[] = []
  for (const { inVain, reads } of parts) {
    const writes = `${inVain} writes waited for a turn in vain, beside ${refusals} that were refused`
    const late = `${reads.late} of ${reads.asked} reads waited for a turn in vain`
    if (inVain > 0) (inVain > refusals / 2 ? unkept : remarks).push(writes)
    if (reads.late > 0) (reads.late > reads.asked / 2 ? unkept : remarks).push(late)
  }
  if (parts.every(({ reads }) => reads.asked === 0)) {
    unkept.push('no read could be judged: PostgreSQL had stopped each time')
  }
  return { unkept, remarks: remarks.map((text) => `${text}.`) }
}
