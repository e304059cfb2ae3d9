import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DeadlinePool } from '#src/database/pool/deadline-pool'
import type { Standby } from '#src/database/pool/standby'
import { readOnly } from '#src/database/pool/single-client'
import { listInvariants, readBrokenInvariants } from '#src/database/sql/invariants'

type ConnectCallback = Parameters<DeadlinePool['connect']>[0]

/** Measures the pool's connections, and how long requests wait for one, including the time to open it. */
export function watchPool(registry: Registry, pool: DeadlinePool): void {
  const figures = [
    ['stockie_pool_connections', 'Open connections to the database.', 'totalCount'],
    ['stockie_pool_idle_connections', 'Open connections that are idle.', 'idleCount'],
    ['stockie_pool_waiting', 'Requests that are waiting for a connection.', 'queuedCount'],
    [
      'stockie_pool_standby_waits',
      'Open connections whose commit waits for a standby.',
      'standbyWaitCount',
    ],
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
    help: 'How long requests waited for a connection, including those that did not get one.',
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })

  // Single queries and transactions both get their connection here.
  const connectToPool = pool.connect.bind(pool)
  function connect(): Promise<PoolClient>
  function connect(callback: ConnectCallback): void
  function connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const stop = waits.startTimer()
    if (callback) {
      return connectToPool((error, client, done) => {
        stop()
        callback(error, client, done)
      })
    }
    const connected = connectToPool()
    void connected.catch(() => {}).then(() => stop())
    return connected
  }
  pool.connect = connect
}

/** Counts the reads that the standby has answered, and those that it left to the primary. */
export function watchStandby(registry: Registry, { counts }: Pick<Standby, 'counts'>): void {
  const counter: Counter = new Counter({
    name: 'stockie_standby_reads_total',
    help: 'Reads that were offered to the standby. The primary answers all but the answered ones.',
    labelNames: ['outcome'],
    registers: [registry],
    collect: () => {
      counter.reset()
      for (const [outcome, count] of Object.entries(counts)) counter.inc({ outcome }, count)
    },
  })
}

/** Milliseconds between the starts of two checks. */
const minInterval = 60_000
/** A check may take at most one twentieth of the time, however large the shop is. */
const minPauseFactor = 20
const limits = { applicationName: 'stockie-metrics', seconds: 60 }

/**
 * A scrape triggers the check and does not wait for it. It reports the result of the last check, so the first
 * scrape has none.
 */
export function watchInvariants(
  registry: Registry,
  { url, log }: { url: string; log: Logger },
): void {
  const broken = new Gauge({
    name: 'stockie_invariant_broken_rows',
    help: 'Rows that violate an invariant, as of the last check. It must always be 0.',
    labelNames: ['invariant'],
    registers: [registry],
    collect: checkIfDue,
  })
  const checkedAt = new Gauge({
    name: 'stockie_invariants_checked_timestamp_seconds',
    help: 'Time of the last completed check of the invariants. 0 before the first one.',
    registers: [registry],
  })
  const failures = new Counter({
    name: 'stockie_invariants_check_failures_total',
    help: 'Checks of the invariants that failed: the database was unreachable or too slow.',
    registers: [registry],
  })
  let due = 0

  function checkIfDue(): void {
    const startedAt = performance.now()
    if (startedAt < due) return
    due = Infinity
    void checkInvariants().finally(() => {
      due = startedAt + Math.max(minInterval, minPauseFactor * (performance.now() - startedAt))
    })
  }

  async function checkInvariants(): Promise<void> {
    try {
      const counts = await readOnly(url, limits, async (client) => {
        // Leaves the other processors to the sales.
        await client.query('set local max_parallel_workers_per_gather = 0')
        const all = await listInvariants(client)
        const found = await readBrokenInvariants(client, all)
        return all.map(({ name }) => ({
          invariant: name,
          count: found.find((invariant) => invariant.name === name)?.count ?? 0,
        }))
      })
      broken.reset()
      for (const { invariant, count } of counts) broken.set({ invariant }, count)
      checkedAt.setToCurrentTime()
    } catch (error) {
      failures.inc()
      log.warn(error, 'The invariants could not be checked.')
    }
  }
}
