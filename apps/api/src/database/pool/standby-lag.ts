import type { Logger } from 'pino'

/** Up to this lag, every read asks the standby: it may soon have what the next one needs. */
const toleratedMs = 1_000
/** After this many reads in a row that found it behind, it rests. As long as it answers some, it is useful. */
const minReads = 3
/** With a longer lag, its replication has probably stopped. */
const stuckMs = 30_000

/** Measures how far a standby is behind, in time. A position that only a client claims does not count. */
export function createLagMeter(log: Pick<Logger, 'warn' | 'info'>) {
  /** A position that the primary had, but the standby had not, at that time of performance.now(). */
  let missing: { position: string; since: number } | undefined
  let behindCount = 0
  let isStuck = false

  /**
   * Notes a read that the standby is too far behind for. `newest` is a position of the primary. Returns whether to
   * leave the standby alone for a while.
   */
  function noteBehind({ replayed, newest }: { replayed: string; newest: string }): boolean {
    const now = performance.now()
    if (!missing || replayed >= missing.position) missing = { position: newest, since: now }
    behindCount += 1
    const lagMs = now - missing.since
    if (lagMs >= stuckMs && !isStuck) {
      isStuck = true
      log.warn(
        'The standby is more than 30 seconds behind. The primary answers its reads. If it does not catch up within some minutes, check the replication.',
      )
    }
    return lagMs >= toleratedMs && behindCount >= minReads
  }

  /** Notes a read that the standby has answered. */
  function noteAnswer(replayed: string): void {
    behindCount = 0
    if (missing && replayed < missing.position) return
    missing = undefined
    if (isStuck) log.info('The standby has caught up.')
    isStuck = false
  }

  return { noteBehind, noteAnswer }
}
