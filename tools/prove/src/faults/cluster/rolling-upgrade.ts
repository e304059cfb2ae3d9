import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from '#src/api-process'
import type { Fault } from '#src/fault'
import { judgeLongestWrite } from '#src/judge/judge'
import { copyProgram, listMigrations } from '#src/program-copy'
import { openProxiedApis } from './proxied-apis'

/**
 * Replaces three APIs behind HAProxy, one after the other, by a made-up next version whose migration still serves this
 * one. The first new API makes the backup and migrates, while the old ones go on serving.
 */
export const rollingUpgrade: Fault = {
  name: 'rolling-upgrade',
  rounds: { short: 0, long: 3 },
  async open(context) {
    const { apis, clients, judge } = await openProxiedApis(context)
    const added: Record<string, string> = {}
    return async (round) => {
      const brokenPromises: string[] = []
      const before = [...(await listMigrations()), ...Object.keys(added)].at(-1) ?? ''
      added[`29991231${String(round.number).padStart(6, '0')}_made_up`] =
        `-- Serves: ${before}\n\nALTER TABLE customers ADD COLUMN made_up_${round.number} integer;\n`
      context.progress('copying the next version')
      const { dist } = await copyProgram({
        home: path.join(context.folder, `next-${round.number}`),
        hasMigration: () => true,
        added,
      })
      clients.start(round)
      for (const api of apis) {
        await clients.awaitWrites(round.random.int(50, 300))
        const exit = await api.end('SIGTERM')
        if (exit !== 0) brokenPromises.push(`an API ended with ${exit} and not with 0`)
        await api.start(dist)
        // Until each has looked at the database once more.
        await wait(1_200)
        const states = await Promise.all(apis.map(isReady))
        const count = states.filter((isUp) => !isUp).length
        if (count > 0) brokenPromises.push(`${count} of ${apis.length} APIs were not ready`)
      }
      await clients.awaitWrites(50)
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      return { ...found, brokenPromises: [...found.brokenPromises, ...brokenPromises] }
    }
  },
}
