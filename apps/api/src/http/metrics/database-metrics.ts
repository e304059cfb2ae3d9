import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { readOnly } from '#src/database/pool/single-client'
import { listInvariants, readBrokenInvariants } from '#src/database/sql/invariants'

type Lend = Parameters<Pool['connect']>[0]

/** How many connections there are, and how long whoever needs one waits for it, making one included. */
export function watchPool(registry: Registry, pool: Pool): void {
  const figures = [
    ['stockie_pool_connections', 'Connections to the database that are open.', 'totalCount'],
    ['stockie_pool_idle_connections', 'Those of them that nobody uses.', 'idleCount'],
    ['stockie_pool_waiting', 'Callers that wait for a connection at this moment.', 'waitingCount'],
  ] as const
  for (const [name, help, figure] of figures) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [],
      collect: () => gauge.set(pool[figure]),
    })
    registry.registerMetric(gauge)
  }
  const waits = new Histogram({
    name: 'stockie_pool_wait_seconds',
    help: 'How long callers waited for a connection, also for one that they did not get.',
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })

  // Queries of a single statement and transactions alike come by this door.
  const lendTo = pool.connect.bind(pool)
  function connect(): Promise<PoolClient>
  function connect(lend: Lend): void
  function connect(lend?: Lend): Promise<PoolClient> | void {
    const stop = waits.startTimer()
    if (lend) {
      return lendTo((error, client, done) => {
        stop()
        lend(error, client, done)
      })
    }
    const lent = lendTo()
    void lent.catch(() => {}).then(() => stop())
    return lent
  }
  pool.connect = connect
}

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
