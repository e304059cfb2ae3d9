import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from '#src/api-process'
import { addBrokenPromises, type Fault } from '#src/fault'
import { describeRefusals, judgeLongestWrite } from '#src/judge/judge'
import { copyProgram, listMigrations } from '#src/program-copy'
import { openProxiedApis, type ProxiedApis, replaceInTurn } from './proxied-apis'

/**
 * Replaces three APIs behind HAProxy, one after the other, by a made-up next version whose migration still serves this
 * one. The first new API makes the backup and migrates, while the old ones go on serving.
 */
export const rollingUpgrade: Fault = {
  name: 'rolling-upgrade',
  rounds: { short: 0, long: 3 },
  async open(context) {
    const proxied = await openProxiedApis(context)
    const { shop, apis, clients, judge } = proxied
    const added: Record<string, string> = {}
    return async (round) => {
      const newest = [...(await listMigrations()), ...Object.keys(added)].at(-1) ?? ''
      const next = `29991231${String(round.number).padStart(6, '0')}_made_up`
      added[next] = `-- Serves: ${newest}\n
ALTER TABLE customers ADD COLUMN made_up_${round.number} integer;\n`
      context.progress('copying the next version')
      const { dist } = await copyProgram({
        home: path.join(context.folder, `next-${round.number}`),
        hasMigration: () => true,
        added,
      })
      clients.start(round)
      const outages: string[] = []
      const brokenPromises = await replaceInTurn(proxied, round, async (api) => {
        const others = apis.filter((other) => other !== api)
        outages.push(...(await findOutages(others, api.start(dist))))
      })
      const applied = await shop.query(
        'select from _prisma_migrations where migration_name = $1 and finished_at is not null',
        [next],
      )
      const journal = await clients.finish()
      const found = judgeLongestWrite(await judge(journal, round), journal)
      const promises = [
        ...brokenPromises,
        ...new Set(outages),
        ...(applied.length === 1 ? [] : ['the migration of the next version was not applied']),
      ]
      // The migration changes a table. While it waits for running writes, others wait for it, and may be refused.
      return { ...addBrokenPromises(found, promises), remarks: describeRefusals(journal) }
    }
  },
}

/** Asks the APIs again and again whether they are ready, until the work is done. */
async function findOutages(apis: ProxiedApis['apis'], work: Promise<void>): Promise<string[]> {
  let isOver = false
  const done = work.finally(() => (isOver = true))
  const outages: string[] = []
  while (!isOver) {
    const states = await Promise.all(apis.map(isReady))
    if (states.includes(false)) outages.push('an API was not ready while another one was replaced')
    await wait(100)
  }
  await done
  return outages
}
