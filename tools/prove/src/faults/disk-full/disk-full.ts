import path from 'node:path'
import { openEmbeddedServer } from '@stockie/api/embedded-server'
import { createRandom } from '@stockie/prisma/seed'
import { freePort } from '@stockie/testkit/free-port'
import { waitUntil } from '@stockie/testkit/polling'
import { startApi } from '#src/api-process'
import { startClients, readGoods } from '#src/clients/clients'
import type { Fault, Findings } from '#src/fault'
import { createSmallShops } from '#src/fault-context'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'
import { type Watched, watchFullDisk } from './full-disk-watch'
import { exhaustLog, mountSmallDisk } from './small-disk'

type Waits = Pick<Watched, 'inVain' | 'reads'>

/**
 * On a slow machine some requests wait in vain for a connection, which says nothing about the disk. If most
 * of them do, the disk is the cause. If no read was sent while PostgreSQL ran, nothing is known.
 */
export function judgeWaits(
  parts: readonly Waits[],
  refusals: number,
): Required<Pick<Findings, 'brokenPromises' | 'remarks'>> {
  const brokenPromises: string[] = []
  const remarks: string[] = []
  for (const { inVain, reads } of parts) {
    const lateWrites = `${inVain} writes timed out waiting for a connection, beside ${refusals} that were refused`
    const lateReads = `${reads.late} of ${reads.sent} reads timed out waiting for a connection`
    if (inVain > 0) (inVain > refusals / 2 ? brokenPromises : remarks).push(lateWrites)
    if (reads.late > 0) (reads.late > reads.sent / 2 ? brokenPromises : remarks).push(lateReads)
  }
  if (parts.every(({ reads }) => reads.sent === 0)) {
    brokenPromises.push('no read could be judged, because PostgreSQL was stopped each time')
  }
  return { brokenPromises, remarks: remarks.map((text) => `${text}.`) }
}

/** Time for fifty writes, once PostgreSQL can write again. */
const recoveryLimit = 30_000

/**
 * Fills the disk below PostgreSQL to the last page while the clients write. If PostgreSQL cannot write its
 * log either, it stops, and the embedded server's supervisor restarts it as often as needed.
 */
export const diskFull: Fault = {
  name: 'disk-full',
  rounds: { short: 1, long: 6 },
  async open(context) {
    const disk = await mountSmallDisk(context)
    let stops = 0
    const server = await openEmbeddedServer({
      home: path.join(disk.folder, 'home'),
      serving: true,
      port: await freePort(),
      log: (line) => (stops += Number(line.startsWith('The database stopped'))),
    })
    context.onEnd(server.close)
    const shop = await context.openShop(createSmallShops(server.url, context.progress))
    const api = await startApi(context, shop)
    const clients = await startClients(context, shop, {
      origins: [api.origin],
      headers: api.headers,
    })
    const goods = await readGoods(shop, 50)
    const judge = createJudge(shop)

    return async (round) => {
      const { random, mark } = round
      // All choices are drawn now, because the disk decides how many drafts follow.
      const firstWrites = random.int(50, 200)
      const exhaustsLog = context.long && random.int(0, 1) === 1
      const draftSeed = random.int(0, 2 ** 31 - 1)
      stops = 0
      let knownStops = 0
      const hasRunSinceLastCheck = async () => {
        const before = knownStops
        knownStops = stops
        const answers = await shop.query('select').then(
          () => true,
          () => false,
        )
        return answers && before === stops
      }
      clients.start(round)
      await clients.awaitWrites(firstWrites)
      context.progress('filling the disk')
      const filling = performance.now()
      await disk.fill()
      const refusals = context.long ? 100 : 8
      const watch = (part: string) => {
        const drafts = createRandom(draftSeed)
        const partMark = `${mark}-${part}`
        return watchFullDisk({
          api,
          goods,
          random: drafts,
          mark: partMark,
          refusals,
          hasRunSinceLastCheck,
        })
      }
      const parts = [await watch('full')]
      if (exhaustsLog) {
        context.progress('exhausting the log of PostgreSQL')
        await exhaustLog(shop)
        parts.push(await watch('without-log'))
      }
      context.progress('freeing the disk')
      await disk.free()
      const freed = performance.now()
      await waitUntil('PostgreSQL answers', () => shop.query('select').then(() => true))
      const back = performance.now()
      await clients.awaitWrites(50)
      const served = performance.now()
      const journal = await clients.finish()
      const sales = parts.flatMap((part) => part.sales)
      const documents = [...journal.documents, ...sales]
      const judged = await judge({ ...journal, documents }, round)
      const found = judgeLongestWrite(judged, journal, { away: back - filling })
      const sold = sales.filter(({ answer }) => answer !== null).length
      const waits = judgeWaits(parts, refusals)
      const late = `fifty writes took ${Math.round(served - back)} ms after PostgreSQL could write again`
      return {
        ...found,
        acknowledged: found.acknowledged + sold,
        brokenPromises: [
          ...found.brokenPromises,
          ...parts.flatMap((part) => part.brokenPromises),
          ...waits.brokenPromises,
          ...(served - back > recoveryLimit ? [late] : []),
          ...(api.ended() === undefined ? [] : [`the API ended with ${api.ended()}`]),
        ],
        longest: { ...found.longest, 'slowest recovery once there is room': served - freed },
        remarks: [
          ...waits.remarks,
          ...(stops > 0
            ? ['PostgreSQL could not write its log either, stopped, and was restarted.']
            : []),
        ],
      }
    }
  },
}
