import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { connectClient } from '#src/database/pool/single-client'
import { listClusterWarnings, standbyMessage } from '#src/database/servers/cluster-checks'
import { assertSameSettings, readLiveServers } from '#src/database/servers/server-registry'
import { type Env, readVersion } from '#src/env'
import { StartError } from '#src/errors'

/** What the other servers of the shop see of this one. */
export async function describeServer({ PORT, STORE_TIME_ZONE: timeZone }: Env) {
  return { address: `${hostname()}:${PORT}`, version: await readVersion(), timeZone }
}

type Comparison = Parameters<typeof assertSameSettings>[1]

/**
 * Refuses a standby, and other settings than those of a running server. Before the database is upgraded: after that,
 * the server registers itself.
 */
export async function checkCluster(url: string, comparison: Comparison): Promise<void> {
  const client = await connectClient(url)
  try {
    const { rows } = await client.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    )
    if (rows[0]?.isStandby) throw new StartError(standbyMessage)
    await assertSameSettings((isDead) => readLiveServers(client, isDead), comparison)
  } finally {
    await client.end()
  }
}

type Warning = { asyncStandbys: readonly string[]; warn: (line: string) => void }

/** Warns as the doctor does. Never fails: the server serves already, and the doctor says what it may not read. */
export async function warnOfCluster(pool: Pool, { asyncStandbys, warn }: Warning): Promise<void> {
  const warnings = await listClusterWarnings(pool, asyncStandbys).catch(() => [])
  for (const warning of warnings) warn(warning)
}
