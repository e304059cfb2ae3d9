import { networkInterfaces } from 'node:os'
import { seedPassword } from '@stockie/prisma/seed'
import type { Pool } from 'pg'
import type { Env } from '#src/env'
import { findKnownLogins, isDemoForTrial } from '#src/modules/users/known-logins'
import { describeRole } from '#src/modules/users/users.service'
import { formatCommandHint, isImage, print } from './console'
import type { FillResult } from './initial-data'
import { listPublicNames } from './network-exposure'

/**
 * Prints the password at once: if the start failed later, the owner could not sign in. It goes to standard output,
 * which a container keeps, so the message asks the owner to change it.
 */
export function printPassword(env: Env, { generatedPassword }: FillResult): void {
  if (!generatedPassword) return
  print(`Sign in as ${env.OWNER_EMAIL} with the password ${generatedPassword}`)
  print(
    'It is shown only once. Change it under Account, in the menu with your name at the top right.',
  )
}

type BannerOptions = {
  env: Env
  pool: Pool
  filled: FillResult
  printMessage: (line: string) => void
}

/** Prints the address of Stockie, and the accounts that still have the seed's password. */
export async function printBanner(options: BannerOptions): Promise<void> {
  const { env, pool, filled, printMessage } = options
  // A browser cannot open the addresses inside a container.
  for (const line of isImage ? ['Stockie is ready.'] : addressLines(env)) printMessage(line)

  const { rows } = await pool.query<{ email: string }>(
    'select email from users where removed_at is null',
  )
  if (rows.length === 0)
    printMessage(
      formatCommandHint(
        'Nobody can sign in yet: add an owner with npm run users -- add <email> --name <name> --role owner',
      ),
    )
  if (filled.with === 'owner' && !filled.generatedPassword) {
    printMessage(
      `Sign in as ${env.OWNER_EMAIL} with OWNER_PASSWORD. You can remove it from .env now.`,
    )
  } else if (
    env.OWNER_EMAIL &&
    !rows.some(({ email }) => email === env.OWNER_EMAIL?.toLowerCase())
  ) {
    const newPlace = env.DATABASE_URL
      ? 'DATABASE_URL to an empty database'
      : 'STOCKIE_HOME to a new folder'
    printMessage(
      `OWNER_EMAIL is not used: this shop already has accounts. To start another shop, set ${newPlace}.`,
    )
  }

  const { accounts, hasSafeOwner } = await findKnownLogins(pool)
  const isDemo = !hasSafeOwner && (await isDemoForTrial(pool, env.isSeedChosen))
  if (accounts.length > 0) printMessage(isDemo ? demoLogins : publicLogins)
  for (const { email, role } of accounts) printMessage(`  ${email} (${describeRole(role)})`)
  if (!env.DATABASE_URL) printMessage('Press Ctrl-C to stop Stockie.')
}

const demoLogins = `Sign in with the password ${seedPassword} as`
const publicLogins = formatCommandHint(
  `Anyone can know the password of these accounts, ${seedPassword}. Set others with npm run users -- password <email>, or remove the accounts:`,
)

function addressLines(env: Env): string[] {
  const { HOST, PORT } = env
  const isPublic = ['0.0.0.0', '::'].includes(HOST)
  const host = isPublic || HOST === '127.0.0.1' ? 'localhost' : HOST
  const addresses = isPublic ? listOwnAddresses() : []
  const names = [...new Set(listPublicNames(env))]
  return [
    `Stockie is at http://${host}:${PORT}`,
    ...addresses.map((address) => `  and for other machines at http://${address}:${PORT}`),
    ...names.map((name) => `  and under the name ${name}`),
  ]
}

/** Leaves out the bridges of Docker and of virtual machines: other machines cannot use their addresses. */
const bridgeName = /^(docker|br-|veth|virbr|podman|cni)/

function listOwnAddresses(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !bridgeName.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
