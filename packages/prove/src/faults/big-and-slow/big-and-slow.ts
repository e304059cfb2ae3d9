import type { Fault } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { openCrowd } from '#src/open-crowd'
import { startIfEnded } from '#src/start-if-ended'
import { whileItLives } from '#src/while-it-lives'
import { burden } from './burden'

/** 20 MB at once, a byte a second, and connections that say nothing, while others sell. */
export const bigAndSlow: Fault = {
  name: 'big-and-slow',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const { api, clients, judge } = await openCrowd(ground)
    return async (round) => {
      clients.begin(round)
      // Warm: what it takes to serve them is there.
      await clients.hear(200)
      const wrong = await whileItLives(api, burden({ ground, api, clients }))
      const ended = await startIfEnded(api)
      await clients.hear(50)
      const journal = await clients.finish()
      const found = holdWrites(await judge(journal, round), journal)
      return { ...found, unkept: [...ended, ...(wrong ?? []), ...found.unkept] }
    }
  },
}
