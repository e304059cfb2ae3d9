import { readdir, readlink } from 'node:fs/promises'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'

/** Resources that an idle API holds. */
export type Footprint = {
  /** Its database connections, and those of them that are active or in a transaction. */
  connections: number
  busy: number
  /** Locks that these connections hold or wait for. */
  locks: number
  /** Requests that wait for a connection, and connections that were not returned to the pool. */
  waiting: number
  lent: number
  /** All sockets except those to the database; null if the system does not show them. */
  sockets: number | null
}

type Options = { shop: Pick<ShopDatabase, 'query'>; metrics: string; pid: number }

export async function readFootprint({ shop, metrics, pid }: Options): Promise<Footprint> {
  const [row] = await shop.query<{ connections: number; busy: number; locks: number }>(
    `select count(*)::int as connections, (count(*) filter (where state <> 'idle'))::int as busy,
       (select count(*)::int from pg_locks where pid in (
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'stockie')) as locks
     from pg_stat_activity where datname = current_database() and application_name = 'stockie'`,
  )
  const { connections = 0, busy = 0, locks = 0 } = row ?? {}
  const metricsText = await (await fetch(metrics)).text()
  const readMetric = (name: string) => {
    const match = new RegExp(`^${name} (\\d+)$`, 'm').exec(metricsText)
    if (!match) throw new Error(`The metrics have no ${name}.`)
    return Number(match[1])
  }
  const sockets = await countSockets(pid)
  return {
    connections,
    busy,
    locks,
    waiting: readMetric('stockie_pool_waiting'),
    lent: readMetric('stockie_pool_connections') - readMetric('stockie_pool_idle_connections'),
    sockets: sockets === null ? null : sockets - connections,
  }
}

/** Reads /proc, so it returns null on systems other than Linux. */
async function countSockets(pid: number): Promise<number | null> {
  const folder = `/proc/${pid}/fd`
  const open = await readdir(folder).catch(() => null)
  if (!open) return null
  const targets = await Promise.all(open.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')))
  return targets.filter((target) => target.startsWith('socket:')).length
}

/** The pool size of an API. */
const poolSize = 10

/** The harness keeps some connections of its own open. */
const harnessSockets = 3

/** Describes resources that an idle API should have released. */
export function describeLeaks(before: Footprint, now: Footprint): string[] {
  const { busy, locks, waiting, lent, connections, sockets } = now
  const more = sockets === null || before.sockets === null ? 0 : sockets - before.sockets
  const leaks = [
    [busy, 'active connections'],
    [locks, 'locks'],
    [waiting, 'requests that wait for a connection'],
    [lent, 'connections not returned to the pool'],
    [Math.max(connections - poolSize, 0), 'connections beyond the pool size'],
    [more > harnessSockets ? more : 0, 'additional sockets'],
  ] as const
  return leaks.flatMap(([count, label]) => (count > 0 ? [`${count} ${label} remain`] : []))
}
