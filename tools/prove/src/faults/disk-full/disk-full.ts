import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import { createRandom } from '@stockie/prisma/seed'
import { freePort } from '@stockie/testkit/free-port'
import { until } from '@stockie/testkit/polling'
import { startApi } from '#src/api-process'
import { openClients, readGoods } from '#src/clients/clients'
import type { Fault, Found } from '#src/fault'
import { createSmallShops } from '#src/fault-context'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { type Watched, watchFullDisk } from './full-disk-watch'
import { exhaustLog, mountSmallDisk } from './small-disk'

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

/** Once PostgreSQL can write again, what fifty writes may take. */
const limit = 30_000

/**
 * The disk below PostgreSQL is filled to the last page while everybody sells. Where it cannot write its log
 * either it stops, and what watches over it here starts it again, as often as it takes.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  rounds: { short: 1, long: 6 },
  async open(ground) {
    const disk = await mountSmallDisk(ground)
    let stops = 0
    const server = await openEmbeddedServer({
      home: path.join(disk.folder, 'home'),
      serving: true,
      port: await freePort(),
      log: (line) => (stops += Number(line.startsWith('The database stopped'))),
    })
    ground.onEnd(server.close)
    const shop = await ground.openShop(createSmallShops(server.url, ground.progress))
    const api = await startApi(ground, shop)
    const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
    const goods = await readGoods(shop, 50)
    const judge = createJudge(shop)

    return async (round) => {
      const { random, mark } = round
      // Everything is chosen now: how many drafts are drawn later is the disk's to say.
      const first = random.int(50, 200)
      const losesItsLog = ground.long && random.int(0, 1) === 1
      const seedOfDrafts = random.int(0, 2 ** 31 - 1)
      stops = 0
      let seen = 0
      const hasLived = async () => {
        const had = seen
        seen = stops
        const answers = await shop.query('select').then(
          () => true,
          () => false,
        )
        return answers && had === stops
      }
      clients.begin(round)
      await clients.hear(first)
      ground.progress('filling the disk')
      const filling = performance.now()
      await disk.fill()
      const refusals = ground.long ? 100 : 8
      const watch = (part: string) => {
        const drafts = createRandom(seedOfDrafts)
        const own = `${mark}-${part}`
        return watchFullDisk({ api, goods, random: drafts, mark: own, refusals, hasLived })
      }
      const full = [await watch('full')]
      if (losesItsLog) {
        ground.progress('leaving no room for its log either')
        await exhaustLog(shop)
        full.push(await watch('without-log'))
      }
      ground.progress('freeing it')
      await disk.free()
      const freed = performance.now()
      await until('PostgreSQL is there', () => shop.query('select').then(() => true))
      const back = performance.now()
      await clients.hear(50)
      const served = performance.now()
      const journal = await clients.finish()
      const sales = full.flatMap((part) => part.sales)
      const documents = [...journal.documents, ...sales]
      const judged = await judge({ ...journal, documents }, round)
      const found = judgeLongestWrite(judged, journal, { away: back - filling })
      const sold = sales.filter(({ answer }) => answer !== null).length
      const turns = judgeTurns(full, refusals)
      const late = `fifty writes were done only ${Math.round(served - back)} ms after PostgreSQL could write again`
      return {
        ...found,
        acknowledged: found.acknowledged + sold,
        unkept: [
          ...found.unkept,
          ...full.flatMap((part) => part.unkept),
          ...turns.unkept,
          ...(served - back > limit ? [late] : []),
          ...(api.ended() === undefined ? [] : [`the API ended with ${api.ended()}`]),
        ],
        longest: { ...found.longest, 'slowest recovery once there is room': served - freed },
        remarks: [
          ...turns.remarks,
          ...(stops > 0
            ? [`PostgreSQL had no room for its log either, stopped, and was started again.`]
            : []),
        ],
      }
    }
  },
}
