import { readdir, readlink } from 'node:fs/promises'
import type { ShopDatabase } from '@stockie/testkit/shop-databases'

/** What an API holds while nobody asks it for anything. */
export type Footprint = {
  /** Its connections to the database, and those of them that are at work or in a transaction. */
  connections: number
  busy: number
  /** Locks that any of them holds or waits for. */
  locks: number
  /** Callers within it that wait for a connection, and connections that somebody has and does not use. */
  waiting: number
  lent: number
  /** All its sockets but those to the database; null where the system does not tell. */
  sockets: number | null
}

type Options = { shop: Pick<ShopDatabase, 'query'>; metrics: string; pid: number }

export async function readFootprint({ shop, metrics, pid }: Options): Promise<Footprint> {
  const [seen] = await shop.query<{ connections: number; busy: number; locks: number }>(
    `select count(*)::int as connections, (count(*) filter (where state <> 'idle'))::int as busy,
       (select count(*)::int from pg_locks where pid in (
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'stockie')) as locks
     from pg_stat_activity where datname = current_database() and application_name = 'stockie'`,
  )
  const { connections = 0, busy = 0, locks = 0 } = seen ?? {}
  const figures = await (await fetch(metrics)).text()
  const figure = (name: string) => {
    const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(figures)
    if (!found) throw new Error(`The metrics have no ${name}.`)
    return Number(found[1])
  }
  const sockets = await countSockets(pid)
  return {
    connections,
    busy,
    locks,
    waiting: figure('stockie_pool_waiting'),
    lent: figure('stockie_pool_connections') - figure('stockie_pool_idle_connections'),
    sockets: sockets === null ? null : sockets - connections,
  }
}

/** As Linux shows them; null elsewhere. */
async function countSockets(pid: number): Promise<number | null> {
  const folder = `/proc/${pid}/fd`
  const open = await readdir(folder).catch(() => null)
  if (!open) return null
  const ends = await Promise.all(open.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')))
  return ends.filter((end) => end.startsWith('socket:')).length
}

/** As many connections as an API ever has. */
const most = 10

/** The harness keeps some sockets of its own for its next question. */
const few = 3

/** What an API that nobody asks for anything any more holds, and should not. */
export function describeLeaks(before: Footprint, now: Footprint): string[] {
  const { busy, locks, waiting, lent, connections, sockets } = now
  const more = sockets === null || before.sockets === null ? 0 : sockets - before.sockets
  const left = [
    [busy, 'connections at work'],
    [locks, 'locks'],
    [waiting, 'callers that wait for a connection'],
    [lent, 'connections that nobody has given back'],
    [Math.max(connections - most, 0), 'connections too many'],
    [more > few ? more : 0, 'more sockets than before'],
  ] as const
  return left.flatMap(([count, what]) => (count > 0 ? [`${count} ${what} are left`] : []))
}
