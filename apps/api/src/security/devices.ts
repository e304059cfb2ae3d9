import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { apiRoot } from '@stockie/contracts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** A browser that signed in before. It has a limit of failed sign-ins of its own for its accounts. */
export type Device = {
  id: string
  /** The version of the account's token at its last sign-in here. A new password ends that version. */
  versionFor: (email: string) => number | undefined
}

/** The account that has just signed in. */
type Account = { email: string; tokenVersion: number }

export type Devices = {
  /** The device of a Cookie header, or undefined if there is none or it is forged or too old. */
  find: (cookies: string | undefined) => Device | undefined
  /** The Set-Cookie header for a browser that has just signed in to the account. */
  remember: (account: Account, cookies: string | undefined, isEncrypted: boolean) => string
}

const name = 'stockie-device'
const pattern = /(?:^|;\s*)(__Secure-)?stockie-device=([\w.-]+)/g
const algorithm = 'HS256'
const audience = 'stockie-device'
const seconds = 90 * 24 * 60 * 60

/** More accounts than share a till. A browser sends the cookie with each sign-in, so it stays short. */
const maxAccounts = 20

const payload = z.object({
  id: z.string().length(22),
  accounts: z.array(z.tuple([z.string(), z.int()])),
})
type Payload = z.output<typeof payload>

/**
 * Signs the cookie by which Stockie recognizes a browser at its next sign-in. The cookie is no session. It holds
 * a random number and keyed hashes of the e-mails.
 */
export function createDevices(secret: string): Devices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'stockie device cookie', 32))

  function read(cookies = ''): Payload | undefined {
    const found = Array.from(cookies.matchAll(pattern), ([, prefix, cookie = '']) => ({
      isSecure: prefix !== undefined,
      payload: verify(cookie),
    })).filter((cookie) => cookie.payload)
    // A shop that moved from http to https has both.
    return (found.find(({ isSecure }) => isSecure) ?? found[0])?.payload
  }

  function verify(cookie: string): Payload | undefined {
    try {
      return payload.parse(jwt.verify(cookie, key, { algorithms: [algorithm], audience }))
    } catch {
      return undefined
    }
  }

  function hashOf(email: string): string {
    return createHmac('sha256', key).update(email.toLowerCase()).digest('base64url').slice(0, 22)
  }

  function find(cookies: string | undefined): Device | undefined {
    const found = read(cookies)
    if (!found) return undefined
    const versions = new Map(found.accounts)
    return { id: found.id, versionFor: (email) => versions.get(hashOf(email)) }
  }

  function remember(
    { email, tokenVersion }: Account,
    cookies: string | undefined,
    isEncrypted: boolean,
  ): string {
    const { id, accounts } = read(cookies) ?? {
      id: randomBytes(16).toString('base64url'),
      accounts: [],
    }
    const hash = hashOf(email)
    const others = accounts.filter(([other]) => other !== hash)
    const present: Payload = {
      id,
      accounts: [[hash, tokenVersion] as [string, number], ...others].slice(0, maxAccounts),
    }
    const signed = jwt.sign(present, key, { algorithm, audience, expiresIn: seconds })
    const attributes = `Path=${apiRoot}/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
    // A browser accepts the prefix only over https. Many shops use http in their own network.
    return isEncrypted
      ? `__Secure-${name}=${signed}; ${attributes}; Secure`
      : `${name}=${signed}; ${attributes}`
  }

  return { find, remember }
}
