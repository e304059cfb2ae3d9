import { setTimeout as wait } from 'node:timers/promises'
import { NotHere } from '@stockie/stage/not-here'
import type { Fault } from '#src/fault'
import { isReady } from '#src/is-ready'
import { openCrowd } from '#src/open-crowd'
import { until } from '#src/until'
import { openCallers, type Told } from './open-callers'
import { megabytes, uploads } from './upload'

const idle = 2_000
/** What all of it together may cost, as a share of the bodies that are sent: whoever keeps them needs all of it. */
const mostKept = 0.9
/** The longest that a body may take, a minute, and a look at it every 5 s. */
const untilCutOff = 70_000

/** 20 MB at once, a byte a second, and connections that say nothing, while others sell. */
export const bigAndSlow: Fault = {
  name: 'big-and-slow',
  rounds: { short: 1, long: 1 },
  async open(ground) {
    const { api, clients, judge } = await openCrowd(ground)
    // In front of Express and behind it; those of each are alike.
    const big = ground.long ? uploads : uploads.slice(0, 4)
    const mostMemory = mostKept * big.length * megabytes * 1024 * 1024
    return async (round) => {
      clients.begin(round)
      // Warm: what it takes to serve them is there.
      await clients.hear(200)
      const before = await api.memory()
      ground.progress(`${idle} idle connections, slow ones and big ones`)
      const callers = await openCallers(ground, {
        port: Number(new URL(api.origin).port),
        idle,
        authorization: api.headers.authorization,
        uploads: big,
      })
      if (callers.open < idle) {
        throw new NotHere(`Of ${idle} connections only ${callers.open} could be opened.`)
      }
      await clients.hear(200)
      let told = await callers.tell()
      let most = before
      await until('each that sent 20 MB has its answer', async () => {
        most = Math.max(most, await api.memory())
        told = await callers.tell()
        return Object.keys(told.uploads).length === big.length
      })
      const more = Math.max(most, await api.memory()) - before
      if (ground.long) {
        ground.progress('waiting until all that are slow are cut off')
        await wait(untilCutOff)
        told = await callers.tell()
      }
      const lives = api.ended() === undefined && (await isReady(api))
      callers.end()
      await clients.hear(50)
      const found = await judge(await clients.finish(), round)
      return {
        ...found,
        unkept: [
          ...found.unkept,
          ...refusalsOf(told, ground.long),
          ...(lives ? [] : ['the API was not ready beside them']),
          ...(more < mostMemory ? [] : [`it took ${Math.round(more / 1e6)} MB of memory more`]),
        ],
      }
    }
  },
}

const toldLate = { 'a head': 10, 'a body': 10, nothing: idle }

function refusalsOf({ uploads: answers, cutOff }: Told, long: boolean): string[] {
  const big = Object.entries(answers).flatMap(([what, status]) =>
    status === 413 ? [] : [`${what} was answered with ${status || 'nothing'}`],
  )
  if (!long) return big
  const slow = Object.entries(toldLate).flatMap(([what, due]) => {
    const right = (cutOff[what] ?? []).filter((status) => status === 408).length
    return right === due
      ? []
      : [`${due - right} of ${due} that sent ${what} slowly were not told 408`]
  })
  return [...big, ...slow]
}
