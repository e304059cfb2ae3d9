import { setTimeout } from 'node:timers/promises'
import { startStockie } from '@stockie/stage/start-stockie'
import type { Bench } from '#src/bench'
import { load } from '#src/load'
import { median } from '#src/median'
import type { Measure } from '#src/row'
import { loadsOfEveryKind } from './loads-of-every-kind'

/** Bytes; at rest nobody has done more than sign in. */
type Sizes = { rest: number; askedOnce: number; after: number }

/** M1: what a day of work leaves behind in the server's memory. Each round is a server of its own. */
export const memory: Measure = {
  row: {
    id: 'M1',
    name: "the server's memory after a load of every kind, RSS",
    anchor: 'itself at rest, just started',
    goal: { atMost: 1.5 },
    moonshot: { atMost: 1.2 },
  },
  async run(bench) {
    const rounds: Sizes[] = []
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`)
      rounds.push(await measureMemory(bench))
    }
    const middle = (figure: keyof Sizes) =>
      `${Math.round(median(rounds.map((round) => round[figure])) / 2 ** 20)} MB`
    return {
      rounds: rounds.map(({ rest, after }) => after / rest),
      shown: [
        `${middle('rest')} at rest, ${middle('askedOnce')} once each kind was asked for, ${middle('after')} after the load`,
      ],
    }
  },
}

async function measureMemory(bench: Bench): Promise<Sizes> {
  const database = await bench.database('100k')
  const stockie = await startStockie(bench, database.url)
  const rss = async () => {
    await setTimeout(bench.quick ? 2_000 : 5_000)
    return (await stockie.memory()).rss
  }
  const rest = await rss()
  const loads = loadsOfEveryKind(stockie)
  for (const requests of loads) {
    await load(bench, stockie, { connections: 1, amount: 1, requests })
  }
  const askedOnce = await rss()
  for (const requests of loads) {
    await load(bench, stockie, { connections: 10, seconds: bench.seconds / 2, requests })
  }
  const after = await rss()
  await stockie.stop()
  return { rest, askedOnce, after }
}
