import type { Pool } from 'pg'
import type { Env } from '#src/env'
import { StartError } from '#src/errors'
import { isLoopback } from '#src/http/request-address'
import { findKnownLogins } from '#src/modules/known-logins'
import { isImage } from './console'

type Exposure = Pick<Env, 'HOST' | 'PUBLISH' | 'TRUST_PROXY'>

/** Whether other machines can connect: to the address that listens, or through a proxy. */
export function isReachableFromOutside(env: Exposure): boolean {
  // In a container HOST is an address of the container. PUBLISH is that of the machine.
  return env.TRUST_PROXY > 0 || !isLoopback(env.PUBLISH ?? env.HOST)
}

/** The setting that lets other machines in, for a message. */
function describeExposure({ HOST, PUBLISH, TRUST_PROXY }: Exposure): string {
  if (TRUST_PROXY > 0) return `TRUST_PROXY=${TRUST_PROXY}`
  return PUBLISH === undefined ? `HOST=${HOST}` : `PUBLISH=${PUBLISH}`
}

/** Before the first start fills the database with a seed, whose passwords are public. */
export function assertSeedMayBePublic(env: Exposure & Pick<Env, 'isSeedChosen'>): void {
  if (env.isSeedChosen || !isReachableFromOutside(env)) return
  throw new StartError(
    `Other machines can reach Stockie (${describeExposure(env)}), and the passwords of the demo shop are public: set OWNER_EMAIL in .env to start your own shop, or set STOCKIE_SEED=demo to show the demo to everyone in the network.`,
  )
}

/** In a container, "run" instead of "exec": the app does not run yet. */
const passwordCommand = isImage
  ? 'docker compose run --rm app users password <email>'
  : 'npm run users -- password <email>'

/** Refuses the start of a shop that other machines could sign in to with a public password. */
export async function assertNoKnownLogins(
  env: Exposure & Pick<Env, 'isSeedChosen'>,
  pool: Pool,
): Promise<void> {
  if (env.isSeedChosen || !isReachableFromOutside(env)) return
  const { accounts } = await findKnownLogins(pool)
  if (accounts.length === 0) return
  const emails = accounts.map(({ email }) => email).join(', ')
  throw new StartError(
    `Other machines can reach Stockie (${describeExposure(env)}), and these accounts still have the public password of the demo: ${emails}. Give each of them another one with ${passwordCommand}, or remove it. To show the demo to everyone in the network, set STOCKIE_SEED=demo.`,
  )
}

/**
 * Returns a warning if callers may reach Stockie without the proxy that TRUST_PROXY promises, or undefined.
 * This is no error: the port must be open if the proxy runs on another machine.
 */
export function findProxyBypass({ HOST, PUBLISH, TRUST_PROXY }: Exposure): string | undefined {
  if (TRUST_PROXY === 0) return undefined
  const setting = findOpenSetting({ HOST, PUBLISH })
  if (!setting) return undefined
  const advice = isImage
    ? 'publish the port on 127.0.0.1 only (PUBLISH=127.0.0.1 in .env)'
    : `set ${setting.split('=')[0]}=127.0.0.1 if the proxy runs on this machine`
  return `Callers may connect past the proxy (TRUST_PROXY=${TRUST_PROXY}, ${setting}) and claim any IP address, which evades the limits of failed sign-ins: ${advice}. If the proxy runs on another machine, let only its address through the firewall.`
}

function findOpenSetting({ HOST, PUBLISH }: Omit<Exposure, 'TRUST_PROXY'>): string | undefined {
  if (PUBLISH !== undefined && !isLoopback(PUBLISH)) return `PUBLISH=${PUBLISH}`
  // In a container, HOST is an address of the container, and PUBLISH one of the machine.
  if ((isImage && PUBLISH !== undefined) || isLoopback(HOST)) return undefined
  return `HOST=${HOST}`
}
