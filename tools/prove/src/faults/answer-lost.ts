import { startApi } from '#src/api-process'
import { openClients } from '#src/clients/clients'
import type { Fault } from '#src/fault'
import { assertAllHarmsDone, harms, openFaultyProxy, scheduleHarms } from '#src/faulty-proxy'
import { createJudge, judgeLongestWrite } from '#src/judge/judge'

/** Longer than any write may take from its first asking on: what the line itself holds up is two seconds at a time. */
const most = 10_000

/** Answers of the API that its clients never hear, hear half, or hear late: they ask again with their keys. */
export const answerLost: Fault = {
  name: 'answer-lost',
  rounds: { short: 1, long: 30 },
  async open(ground) {
    const shop = await ground.openShop()
    const api = await startApi(ground, shop)
    const wire = await openFaultyProxy(ground, api.origin)
    const clients = await openClients(ground, shop, {
      origins: [`http://127.0.0.1:${wire.port}`],
      headers: api.headers,
      // Of a line that is half open a client hears nothing, and it is for the client to give up.
      patience: 2_000,
      // On a slow machine more of those who give up early would keep the API busy with what nobody waits for.
      amount: 20,
    })
    const judge = createJudge(shop)
    return async (round) => {
      clients.begin(round)
      const times = harms.length * (ground.long ? 20 : 2)
      wire.harmBy(scheduleHarms({ random: round.random, every: 20, most: times }))
      await clients.hear(ground.long ? 4_000 : 500)
      assertAllHarmsDone(wire)
      wire.mend()
      const journal = await clients.finish()
      // What it swallowed the API had answered.
      return judgeLongestWrite(await judge({ ...journal, unanswered: [] }, round), journal, {
        most,
      })
    }
  },
}
