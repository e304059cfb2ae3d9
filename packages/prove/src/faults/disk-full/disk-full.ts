import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import type { Database } from '@stockie/stage/database'
import { openClients } from '#src/clients/open-clients'
import { readGoods } from '#src/clients/read-goods'
import type { Fault } from '#src/fault'
import { createJudge } from '#src/judge/create-judge'
import { shopsOn } from '#src/shops-on'
import { startApi } from '#src/start-api'
import { until } from '#src/until'
import { mountSmallDisk } from './mount-small-disk'
import { watchFullDisk } from './watch-full-disk'

/** Of its log, which are more than there is room for. */
const mostPieces = 30

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
      log: (line) => (stops += Number(line.startsWith('The database stopped'))),
    })
    ground.onEnd(server.close)
    const shop = await shopsOn(server.url, ground.progress)()
    ground.onEnd(shop.drop)
    const api = await startApi(ground, shop)
    const clients = await openClients(ground, shop, { origins: [api.origin], headers: api.headers })
    const goods = await readGoods(shop, 50)
    const judge = createJudge(shop)

    return async (round) => {
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
      await clients.hear(round.random.int(50, 200))
      ground.progress('filling the disk')
      await disk.fill()
      const refusals = ground.long ? 100 : 8
      const { random, mark } = round
      const watch = (part: string) =>
        watchFullDisk({ api, goods, random, mark: `${mark}-${part}`, refusals, hasLived })
      const full = [await watch('full')]
      if (ground.long && random.int(0, 1) === 1) {
        ground.progress('leaving no room for its log either')
        await exhaustLog(shop)
        full.push(await watch('without-log'))
      }
      ground.progress('freeing it')
      await disk.free()
      const freed = performance.now()
      await until('PostgreSQL is there', () => shop.query('select').then(() => true))
      await clients.hear(50)
      const recovery = performance.now() - freed
      const journal = await clients.finish()
      const found = await judge(
        { ...journal, documents: [...journal.documents, ...full.flatMap(({ sales }) => sales)] },
        round,
      )
      const sold = full.flatMap(({ sales }) => sales).filter(({ answer }) => answer !== null).length
      return {
        ...found,
        acknowledged: found.acknowledged + sold,
        unkept: [
          ...found.unkept,
          ...full.flatMap((part) => part.unkept),
          ...(api.ended() === undefined ? [] : [`the API ended with ${api.ended()}`]),
        ],
        longest: { ...found.longest, 'slowest recovery once there is room': recovery },
        remarks:
          stops > 0
            ? [`PostgreSQL had no room for its log either, stopped, and was started again.`]
            : [],
      }
    }
  },
}

/** PostgreSQL has some pieces of its log ready to be written: until it needs one that is not there. */
async function exhaustLog({ query }: Database): Promise<void> {
  for (let piece = 1; piece <= mostPieces; piece += 1) {
    const isWritten = await query('select pg_switch_wal(), txid_current()').then(
      () => true,
      () => false,
    )
    if (!isWritten) return
    await wait(50)
  }
}
