import type { Fault, Found } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { openCrowd } from '#src/open-crowd'
import { openWatch } from '#src/open-watch'
import { layRaces } from './lay-races'
import { loseForEver } from './lose-for-ever'
import { loseSomeTimes } from './lose-some-times'
import { openLoneClient } from './open-lone-client'

/** As PostgreSQL calls a serialization failure and a deadlock. */
const codes = ['40001', '40P01']

/** Deadlocks and serialization failures: some times, by chance under load, and for ever. */
export const lostRaces: Fault = {
  name: 'lost-races',
  rounds: { short: 1, long: 15 },
  async open(ground) {
    const { shop, api, clients, judge } = await openCrowd(ground)
    const races = await layRaces(shop)
    const watch = await openWatch(ground, api)
    return async (round) => {
      const lone = await openLoneClient({ api, shop, round })
      const alone: Pick<Found, 'unkept' | 'remarks'>[] = []
      for (const code of codes) {
        for (const write of lone.writes) {
          const times = round.random.int(1, 4)
          ground.progress(`${write.what} loses ${times} times with ${code}`)
          alone.push(await loseSomeTimes({ races, watch, lone: write, times, code }))
        }
      }
      for (const code of codes) {
        await races.loseNext(Number.MAX_SAFE_INTEGER, code)
        alone.push(await loseForEver({ api, shop, lone, races, watch }))
      }
      ground.progress('losing by chance')
      await races.loseByChance(round.random.int(10, 30), round.seed)
      clients.begin(round)
      await clients.hear(ground.long ? 1_000 : 250)
      const journal = await clients.finish()
      await races.loseNone()
      const found = holdWrites(await judge(lone.joinTo(journal), round), journal)
      return {
        ...found,
        unkept: [found, ...alone].flatMap(({ unkept }) => unkept),
        remarks: alone.flatMap(({ remarks = [] }) => remarks),
      }
    }
  },
}
