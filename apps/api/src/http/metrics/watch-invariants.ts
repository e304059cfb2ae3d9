import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { listInvariants } from '@/database/list-invariants'
import { readBrokenInvariants } from '@/database/read-broken-invariants'
import { readOnly } from '@/database/read-only'

/** Between the beginnings of two looks. */
const pause = 60_000
/** Looking takes no more than one in so many seconds, however large the shop is. */
const share = 20
const limits = { as: 'stockie-metrics', seconds: 60 }

/**
 * Looked at where somebody scrapes, who does not wait for it: the answer is what the last look has found, and
 * the first has none.
 */
export function watchInvariants(
  registry: Registry,
  { url, log }: { url: string; log: Logger },
): void {
  const broken = new Gauge({
    name: 'stockie_invariant_broken_rows',
    help: 'How many rows break an invariant, as of the last look: always 0.',
    labelNames: ['invariant'],
    registers: [registry],
    collect: lookIfDue,
  })
  const looked = new Gauge({
    name: 'stockie_invariants_looked_at_timestamp_seconds',
    help: 'When the last look at the invariants came to its end; 0 before the first.',
    registers: [registry],
  })
  const failures = new Counter({
    name: 'stockie_invariants_failed_looks_total',
    help: 'Looks at the invariants that came to no end: the database was away, or took too long.',
    registers: [registry],
  })
  let due = 0

  function lookIfDue(): void {
    const begun = performance.now()
    if (begun < due) return
    due = Infinity
    void look().finally(() => {
      due = begun + Math.max(pause, share * (performance.now() - begun))
    })
  }

  async function look(): Promise<void> {
    try {
      const counts = await readOnly(url, limits, async (client) => {
        // The other processors are for those who sell.
        await client.query('set local max_parallel_workers_per_gather = 0')
        const all = await listInvariants(client)
        const found = await readBrokenInvariants(client, all)
        return all.map(({ name }) => ({
          invariant: name,
          count: found.find((one) => one.name === name)?.count ?? 0,
        }))
      })
      broken.reset()
      for (const { invariant, count } of counts) broken.set({ invariant }, count)
      looked.setToCurrentTime()
    } catch (error) {
      failures.inc()
      log.warn(error, 'The invariants could not be looked at.')
    }
  }
}
