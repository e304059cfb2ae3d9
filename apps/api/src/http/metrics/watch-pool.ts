import type { Pool, PoolClient } from 'pg'
import { Gauge, Histogram, type Registry } from 'prom-client'

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
