import { setTimeout as wait } from 'node:timers/promises'
import { clusterFault } from './cluster-fault'

/** The primary's machine is gone at once; its standby takes over. */
export const primaryKilled = clusterFault({
  name: 'primary-killed',
  strike: async ({ cluster }) => {
    const primary = await cluster.primary()
    await primary.kill()
    return { repair: primary.start }
  },
})

/** The standby's machine is gone. Patroni lets the primary go on without it. */
export const standbyKilled = clusterFault({
  name: 'standby-killed',
  strike: async ({ cluster }) => {
    const standby = await cluster.standby()
    await standby.kill()
    return { repair: standby.start }
  },
})

/** The standby's machine hangs, and the settings forbid writes without a standby: reads go on. */
export const standbyFrozen = clusterFault({
  name: 'standby-frozen',
  isStrict: true,
  strike: async ({ cluster, read }) => {
    const standby = await cluster.standby()
    const began = performance.now()
    await standby.freeze()
    const refused: number[] = []
    let count = 0
    while (performance.now() - began < frozen) {
      const status = await read()
      count += 1
      if (status !== 200) refused.push(status)
      await wait(100)
    }
    await standby.thaw()
    const brokenPromises =
      refused.length === 0
        ? []
        : [`${refused.length} of ${count} reads were refused, with ${refused[0]}`]
    return { repair: () => {}, brokenPromises }
  },
})

/** How long the standby hangs, in milliseconds. */
const frozen = 10_000

/** An administrator exchanges the two, as for an upgrade of the primary's machine. */
export const switchover = clusterFault({
  name: 'switchover',
  strike: async ({ cluster }) => {
    await cluster.switchOver()
    return { repair: () => {} }
  },
})

/** The standby gets nothing for a while, and then the primary's machine is gone. */
export const replicationCut = clusterFault({
  name: 'replication-cut',
  strike: async ({ cluster }) => {
    const primary = await cluster.primary()
    primary.network.startFaults(() => 'half-open')
    await wait(1_200)
    await primary.kill()
    return {
      repair: () => {
        primary.network.stopFaults()
        primary.start()
      },
    }
  },
})
