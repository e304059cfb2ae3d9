import { readFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { networkOf } from '#src/http/request-address'
import { knownNetworkKey } from '#src/modules/sessions/known-networks'
import type { Verdict } from './check'

/**
 * Warns if accounts signed in from the gateway of Docker's network. Docker then shows Stockie that address for
 * many callers, so the wrong passwords of one of them count for all.
 */
export async function checkCallers(
  client: ClientBase,
  gateways: readonly string[],
): Promise<Verdict[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from users where removed_at is null order by role, id`,
  )
  const keysOf = (email: string) =>
    gateways.map((gateway) => knownNetworkKey(email, networkOf(gateway)))
  const known = await client.query<{ key: string }>(
    `select key from login_throttle where key = any($1) and expire > $2`,
    [rows.flatMap(({ email }) => keysOf(email)), Date.now()],
  )
  const knownKeys = new Set(known.rows.map(({ key }) => key))
  const emails = rows
    .map(({ email }) => email)
    .filter((email) => keysOf(email).some((key) => knownKeys.has(key)))
  if (emails.length === 0) {
    return [{ state: 'ok', found: 'Docker shows Stockie the addresses of its callers.' }]
  }
  const found = `In the last 90 days, these accounts signed in from the gateway of Docker's network (${gateways.join(', ')}): ${emails.join(', ')}. A browser on this machine itself does that. If it was another machine, Docker hides the addresses of the callers, and the wrong passwords of one count for all: see "Callers that share an address" in docs/hosting.md.`
  return [{ state: 'warning', found }]
}

/** The default gateways of this container. Empty on other systems than Linux. */
export async function readGateways(): Promise<string[]> {
  const [v4, v6] = await Promise.all(
    ['/proc/net/route', '/proc/net/ipv6_route'].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  )
  return parseGateways(v4 ?? '', v6 ?? '')
}

/** Reads the routing tables of Linux, which write addresses as hexadecimal digits. */
export function parseGateways(v4: string, v6: string): string[] {
  const ofV4 = v4
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, target, gateway]) => target === '00000000' && gateway !== '00000000')
    // The lowest byte first.
    .map(([, , gateway = '']) => [6, 4, 2, 0].map((at) => hexByte(gateway, at)).join('.'))
  const ofV6 = v6
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([target, length, , , gateway = '']) => {
      return /^0{32}$/.test(target ?? '') && length === '00' && /[1-9a-f]/.test(gateway)
    })
    .map(([, , , , gateway = '']) => (gateway.match(/.{4}/g) ?? []).join(':'))
  return [...new Set([...ofV4, ...ofV6])]
}

function hexByte(digits: string, at: number): number {
  return Number.parseInt(digits.slice(at, at + 2), 16)
}
