import { createHmac } from 'node:crypto'

import type { Account } from './accounts'
import type { Stockie } from './stockie'

/** In seconds. Each code is of one such step of the clock. */
const stepLength = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code that an authenticator app shows for a secret in base 32 (RFC 6238). Stockie accepts each step once, and
 * the next one early, so a test that needs a second code takes the next one and does not wait.
 */
export function appCode(secret: string, when: 'now' | 'next' = 'now') {
  const step = Math.floor(Date.now() / 1000 / stepLength) + (when === 'next' ? 1 : 0)
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
}

/** Turns the second factor of an account on, and returns its recovery codes. */
export async function turnOnSecondFactor(stockie: Stockie, account: Account) {
  const token = await stockie.newToken(account)

  async function post<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${stockie.url}/api/v1/auth/second-factor${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }

  const { secret } = await post<{ secret: string }>('')
  const confirmed = await post<{ recoveryCodes: string[] }>('/confirm', { code: appCode(secret) })
  return confirmed.recoveryCodes
}
