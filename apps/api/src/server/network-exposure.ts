import type { Pool } from 'pg'
import type { Env } from '#src/env'
import { StartError } from '#src/errors'
import { isLoopback } from '#src/http/request-address'
import { findKnownLogins } from '#src/modules/known-logins'
import { isImage } from './console'

type Exposure = Pick<Env, 'HOST' | 'PUBLISH' | 'TRUST_PROXY'>

/** Whether other machines can connect: to the address that listens, or through a proxy. */
export function isReachableFromOutside(env: Exposure, inImage = isImage): boolean {
  return env.TRUST_PROXY > 0 || findOpenSetting(env, inImage) !== undefined
}

/** The setting that lets other machines connect without a proxy, or undefined. */
function findOpenSetting({ HOST, PUBLISH }: Exposure, inImage = isImage): string | undefined {
  if (PUBLISH !== undefined && !isLoopback(PUBLISH)) return `PUBLISH=${PUBLISH}`
  // In a container HOST is an address of the container, and PUBLISH that of the machine. Elsewhere PUBLISH
  // opens and closes nothing: a .env for Compose may contain it.
  if ((inImage && PUBLISH !== undefined) || isLoopback(HOST)) return undefined
  return `HOST=${HOST}`
}

/** The setting that lets other machines in, for a message. */
function describeExposure(env: Exposure): string {
  return findOpenSetting(env) ?? `TRUST_PROXY=${env.TRUST_PROXY}`
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
export function findProxyBypass(env: Exposure): string | undefined {
  const { TRUST_PROXY } = env
  if (TRUST_PROXY === 0) return undefined
  const setting = findOpenSetting(env)
  if (!setting) return undefined
  const advice = isImage
    ? 'publish the port on 127.0.0.1 only (PUBLISH=127.0.0.1 in .env)'
    : `set ${setting.split('=')[0]}=127.0.0.1 if the proxy runs on this machine`
  return `Callers may connect past the proxy (TRUST_PROXY=${TRUST_PROXY}, ${setting}) and claim any IP address, which evades the limits of failed sign-ins: ${advice}. If the proxy runs on another machine, let only its address through the firewall.`
}
