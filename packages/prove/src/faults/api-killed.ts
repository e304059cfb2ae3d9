import type { Fault } from '#src/fault'
import { openCrowd } from '#src/open-crowd'

/** The API killed in mid-request, again and again, under clients who go on as soon as it is back. */
export const apiKilled: Fault = {
  name: 'api-killed',
  rounds: { short: 1, long: 25 },
  async open(ground) {
    const { api, clients, judge } = await openCrowd(ground)
    return async (round) => {
      let slowest = 0
      clients.begin(round)
      for (const kill of [1, 2]) {
        ground.progress(`kill ${kill} of 2`)
        await clients.hear(round.random.int(50, ground.long ? 1_500 : 300))
        await api.end('SIGKILL')
        const killed = performance.now()
        await api.start()
        slowest = Math.max(slowest, performance.now() - killed)
      }
      await clients.hear(50)
      const journal = await clients.finish()
      // Whom the kill has met was owed no answer.
      const found = await judge({ ...journal, unanswered: [] }, round)
      return { ...found, longest: { ...found.longest, 'slowest start of the API': slowest } }
    }
  },
}
