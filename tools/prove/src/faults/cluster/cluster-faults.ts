import { setTimeout as wait } from 'node:timers/promises'
import { clusterFault } from './cluster-fault'
import { watchFrozenStandby } from './frozen-standby'

/** The primary's machine is gone at once; its standby takes over. */
export const primaryKilled = clusterFault({
  name: 'primary-killed',
  endsWithOtherPrimary: true,
  strike: async ({ cluster }) => {
    const primary = await cluster.primary()
    const from = performance.now()
    await primary.kill()
    return { from, repair: primary.start }
  },
})

/** The standby's machine is gone. Patroni lets the primary go on without it. */
export const standbyKilled = clusterFault({
  name: 'standby-killed',
  endsWithOtherPrimary: false,
  strike: async ({ cluster }) => {
    const standby = await cluster.standby()
    const from = performance.now()
    await standby.kill()
    return { from, repair: standby.start }
  },
})

/** The standby's machine hangs, and the settings forbid writes without a standby: reads go on. */
export const standbyFrozen = clusterFault({
  name: 'standby-frozen',
  isStrict: true,
  endsWithOtherPrimary: false,
  strike: async (target) => {
    const standby = await target.cluster.standby()
    const began = performance.now()
    await standby.freeze()
    try {
      const brokenPromises = await watchFrozenStandby(target)
      const from = performance.now()
      return { from, held: from - began, brokenPromises }
    } finally {
      await standby.thaw()
    }
  },
})

/** An administrator exchanges the two, as for an upgrade of the primary's machine. */
export const switchover = clusterFault({
  name: 'switchover',
  endsWithOtherPrimary: true,
  strike: async ({ cluster }) => {
    const from = performance.now()
    await cluster.switchOver()
    return { from }
  },
})

/** The standby gets nothing for a while, and then the primary's machine is gone. */
export const replicationCut = clusterFault({
  name: 'replication-cut',
  canCutReplication: true,
  endsWithOtherPrimary: true,
  strike: async ({ cluster }) => {
    const primary = await cluster.primary()
    const from = performance.now()
    primary.network?.startFaults(() => 'half-open')
    await wait(1_200)
    const isCut = primary.network?.injected.has('half-open')
    await primary.kill()
    return {
      from,
      brokenPromises: isCut ? [] : ['the replication was not cut'],
      repair: async () => {
        primary.network?.stopFaults()
        await primary.start()
      },
    }
  },
})
