import { setTimeout as wait } from 'node:timers/promises'
import { apiRoot } from '@stockie/contracts'
import type { Target } from './cluster-fault'

/** Longer than Patroni waits for a member (ttl and loop_wait): without its strict mode, writes would go on. */
const freezeMs = 35_000

/** Writes that the standby had already got are acknowledged within this time. */
const inFlightMs = 5_000

const readers = 4
const readLimitMs = 3_000

/** Watches the reads and writes while the standby hangs, and returns the broken promises. */
export async function watchFrozenStandby({
  cluster,
  shop,
  api,
  clients,
}: Target): Promise<string[]> {
  const end = performance.now() + freezeMs
  const refused: string[] = []
  let reads = 0

  async function read(): Promise<void> {
    while (performance.now() < end) {
      reads += 1
      const outcome = await fetch(`${api.origin}${apiRoot}/sales?pageSize=20`, {
        headers: api.headers,
        signal: AbortSignal.timeout(readLimitMs),
      })
        .then(async (answer) => (await answer.text()) && answer.status)
        .catch(String)
      if (outcome !== 200) refused.push(String(outcome))
      await wait(50)
    }
  }

  const reading = Promise.all(Array.from({ length: readers }, read))
  await wait(inFlightMs)
  const before = clients.acknowledged()
  const waiting = await shop.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
  await reading
  const writes = clients.acknowledged() - before
  return [
    ...(refused.length > 0 ? [`${refused.length} of ${reads} reads failed: ${refused[0]}`] : []),
    ...(reads < 100 ? [`there were only ${reads} reads`] : []),
    ...(writes > 0 ? [`${writes} writes were acknowledged without a standby`] : []),
    ...(waiting.length > 0 ? [] : ['no commit waited for the standby']),
    ...((await cluster.isStrict()) ? [] : ['the strict mode is off']),
  ]
}
