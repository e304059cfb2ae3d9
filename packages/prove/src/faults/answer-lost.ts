import { openClients } from '#src/clients/open-clients'
import type { Fault } from '#src/fault'
import { holdWrites } from '#src/hold-writes'
import { createJudge } from '#src/judge/create-judge'
import { startApi } from '#src/start-api'
import { nowAndThen } from '#src/wire/now-and-then'
import { mustHaveHarmed } from '#src/wire/must-have-harmed'
import { harms, openWire } from '#src/wire/open-wire'

/** Answers of the API that its clients never hear, hear half, or hear late: they ask again with their keys. */
export const answerLost: Fault = {
  name: 'answer-lost',
  rounds: { short: 1, long: 30 },
  async open(ground) {
    const shop = await ground.openShop()
    const api = await startApi(ground, shop)
    const wire = await openWire(ground, api.origin)
    const clients = await openClients(ground, shop, {
      origins: [`http://127.0.0.1:${wire.port}`],
      headers: api.headers,
      // Of a line that is half open a client hears nothing, and it is for the client to give up.
      patience: 2_000,
    })
    const judge = createJudge(shop)
    return async (round) => {
      clients.begin(round)
      const most = harms.length * (ground.long ? 20 : 2)
      wire.harmBy(nowAndThen({ random: round.random, every: 20, most }))
      await clients.hear(ground.long ? 4_000 : 500)
      mustHaveHarmed(wire)
      wire.mend()
      const journal = await clients.finish()
      // What it swallowed the API had answered. A slow line, and one that is half open, cost a client two seconds, and
      // rarely the same write twice.
      return holdWrites(await judge({ ...journal, unanswered: [] }, round), journal)
    }
  },
}
