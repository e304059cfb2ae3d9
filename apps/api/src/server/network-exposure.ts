import type { Pool } from 'pg'
import type { Env } from '#src/env'
import { StartError } from '#src/errors'
import { listSiteNames } from '#src/http/host-check'
import { isLoopback } from '#src/http/request-address'
import { findKnownLogins } from '#src/modules/users/known-logins'
import { isImage } from './console'

type Ports = Pick<Env, 'HOST' | 'PUBLISH' | 'TRUST_PROXY'> & Partial<Pick<Env, 'BALANCERS'>>
type Names = Pick<Env, 'SITE_ADDRESS' | 'ALLOWED_HOSTS'>
export type Exposure = Ports & Names

/** Whether other machines can connect: to the address that listens, or through a proxy. */
export function isReachableFromOutside(env: Exposure, inImage = isImage): boolean {
  return findExposure(env, inImage) !== undefined
}

/** The proxies that the owner has set. A balancer opens no other way to Stockie. */
export const countProxies = ({ TRUST_PROXY, BALANCERS = 0 }: Ports) => TRUST_PROXY - BALANCERS

/** The setting that lets other machines in, for a message. Undefined if they cannot connect. */
function findExposure(env: Exposure, inImage = isImage): string | undefined {
  const setting = findOpenSetting(env, inImage)
  if (setting !== undefined) return setting
  const proxies = countProxies(env)
  if (proxies > 0) return `TRUST_PROXY=${proxies}`
  // Only a proxy on this machine can serve that name, also if TRUST_PROXY does not tell of it.
  const name = findPublicName(env)
  return name && `SITE_ADDRESS or ALLOWED_HOSTS has the name ${name}`
}

/** The setting that lets other machines connect without a proxy, or undefined. */
function findOpenSetting({ HOST, PUBLISH }: Ports, inImage = isImage): string | undefined {
  if (PUBLISH !== undefined && !isLoopback(PUBLISH)) return `PUBLISH=${PUBLISH}`
  // In a container HOST is an address of the container, and PUBLISH that of the machine. Elsewhere PUBLISH
  // opens and closes nothing: a .env for Compose may contain it.
  if ((inImage && PUBLISH !== undefined) || isLoopback(HOST)) return undefined
  return `HOST=${HOST}`
}

function findPublicName(env: Names): string | undefined {
  return listPublicNames(env)[0]
}

/** The names and addresses under which other machines find the shop. `app` is its name inside of Compose. */
export function listPublicNames(env: Names): string[] {
  return listSiteNames(env).filter((name) => {
    const address = name.replaceAll(/^\[|\]$/g, '')
    return !isLoopback(address) && !/^app$|\.localhost$/.test(address)
  })
}

/** Before the first start fills the database with a seed, whose passwords are public. */
export function assertSeedMayBePublic(env: Exposure & Pick<Env, 'isSeedChosen'>): void {
  const exposure = env.isSeedChosen ? undefined : findExposure(env)
  if (exposure === undefined) return
  throw new StartError(
    `Other machines can reach Stockie (${exposure}), and the passwords of the demo shop are public: set OWNER_EMAIL in .env to start your own shop, or set STOCKIE_SEED=demo to show the demo to everyone in the network.`,
  )
}

/** Refuses the start of a shop that other machines could sign in to with a public password. */
export async function assertNoKnownLogins(
  env: Exposure & Pick<Env, 'isSeedChosen'>,
  pool: Pool,
): Promise<void> {
  const exposure = env.isSeedChosen ? undefined : findExposure(env)
  if (exposure === undefined) return
  const { accounts } = await findKnownLogins(pool)
  if (accounts.length === 0) return
  const emails = accounts.map(({ email }) => email).join(', ')
  throw new StartError(
    `Other machines can reach Stockie (${exposure}), and these accounts still have the public password of the demo: ${emails}. ${describeRemedy()}`,
  )
}

/** In a container, "run" instead of "exec": the app does not run yet. Compose does not pass STOCKIE_SEED on. */
export function describeRemedy(inImage = isImage): string {
  if (inImage) {
    return 'Give each of them another one with docker compose run --rm app users password <email>, or remove it.'
  }
  return 'Give each of them another one with npm run users -- password <email>, or remove it. To show the demo to everyone in the network, set STOCKIE_SEED=demo.'
}

/** Warnings about the settings of a proxy. They are no errors: the shop works for some callers. */
export function listProxyWarnings(env: Exposure): string[] {
  const warnings = [findProxyBypass(env), findMissingName(env), findMissingProxy(env)]
  return warnings.filter((warning) => warning !== undefined)
}

/**
 * Returns a warning if callers may reach Stockie without the proxy that TRUST_PROXY promises, or undefined.
 * The port must be open if the proxy runs on another machine.
 */
export function findProxyBypass(env: Ports): string | undefined {
  const proxies = countProxies(env)
  if (proxies === 0) return undefined
  const setting = findOpenSetting(env)
  if (!setting) return undefined
  const advice = isImage
    ? 'publish the port on 127.0.0.1 only (PUBLISH=127.0.0.1 in .env)'
    : `set ${setting.split('=')[0]}=127.0.0.1 if the proxy runs on this machine`
  return `Callers may connect past the proxy (TRUST_PROXY=${proxies}, ${setting}) and claim any IP address, which evades the limits of failed sign-ins: ${advice}. If the proxy runs on another machine, let only its address through the firewall.`
}

/** Returns a warning if a proxy serves the shop, but no name of it is known, or undefined. */
function findMissingName(env: Exposure): string | undefined {
  const proxies = countProxies(env)
  if (proxies === 0 || findPublicName(env) !== undefined) return undefined
  return `A proxy serves the shop (TRUST_PROXY=${proxies}), but Stockie knows no name of it and answers 400 to all names except localhost: set SITE_ADDRESS in .env to the name that browsers open, such as SITE_ADDRESS=shop.example, and further names in ALLOWED_HOSTS.`
}

/** Returns a warning if only a proxy can serve the shop under its name, but none is set, or undefined. */
function findMissingProxy(env: Exposure): string | undefined {
  const name = findPublicName(env)
  if (countProxies(env) > 0 || name === undefined || findOpenSetting(env) !== undefined) {
    return undefined
  }
  return `Stockie has the name ${name}, but only this machine can connect: if a proxy on this machine serves the name, set TRUST_PROXY=1. Without it, the wrong passwords of one caller count for all.`
}
