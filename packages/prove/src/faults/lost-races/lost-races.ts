import type { Fault } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { openCrowd } from '#src/open-crowd'
import { openWatch } from '#src/open-watch'
import { layRaces } from './lay-races'
import { loseForEver } from './lose-for-ever'
import { openLoneClient } from './open-lone-client'

/** As PostgreSQL calls a serialization failure and a deadlock. */
const codes = ['40001', '40P01']

/** On a machine so late with everything five attempts of a write may take longer than it has. */
const tooLate = 150

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
      const unkept: string[] = []
      for (const code of codes) {
        for (const { what, write } of lone.writes) {
          const times = round.random.int(1, 4)
          ground.progress(`${what} loses ${times} times with ${code}`)
          await races.loseNext(times, code)
          const { result: tries, lateness } = await watch(write)
          if ((await races.asked()) <= times) throw new Error(`${what} has not met its races.`)
          if (tries > 1 && lateness < tooLate) {
            unkept.push(
              `${what} that lost ${times} times with ${code} was refused ${tries - 1} times`,
            )
          }
        }
      }
      for (const code of codes) {
        await races.loseNext(Number.MAX_SAFE_INTEGER, code)
        unkept.push(...(await loseForEver({ api, shop, lone, races, watch })))
      }
      ground.progress('losing by chance')
      await races.loseByChance(round.random.int(10, 30), round.seed)
      clients.begin(round)
      await clients.hear(ground.long ? 1_000 : 250)
      const journal = await clients.finish()
      await races.loseNone()
      const found = holdWrites(await judge(lone.joinTo(journal), round), journal)
      return { ...found, unkept: [...found.unkept, ...unkept] }
    }
  },
}
