import { createHmac } from 'node:crypto'
import { createWorkerQueue } from './worker-queue'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Whether the password is the account's. Without an account it takes as long, and it is not. */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
  close: () => Promise<void>
}

const cost = 12

/** What a hash of this kind begins with. Those of before are bcrypt of the password itself. */
const kind = 'hmac-sha384:'

/** What bcrypt reads of a password of before; the rest counted for nothing. */
const bytesRead = 72

/**
 * Bcrypt reads 72 bytes and stops at a NUL, so it is given all of a password in 64 letters. By a key, though
 * everybody may know it: nothing that others hash without one can be tried against it.
 */
function toBcryptInput(password: string): string {
  return createHmac('sha384', 'stockie').update(password).digest('base64')
}

/** Of no password at all, at the cost of the others: what an unknown e-mail is compared with. */
export const nobodysHash = '$2b$12$pHLJKcwwCzxkzmATkQ6Bd.75IPJidjHhjbNSml1z6GqRkn4QPW7q2'

/** Bcrypt in a thread of its own: ten compares on the event loop would stall every other call. */
export function createPasswords({ queueLimit = 32 } = {}): Passwords {
  const queue = createWorkerQueue(new URL('./password-worker.mjs', import.meta.url), queueLimit)

  async function hash(password: string): Promise<string> {
    return kind + String(await queue.run({ password: toBcryptInput(password), cost }))
  }

  async function matches(password: string, known: string | undefined): Promise<boolean> {
    const isOfBefore = known !== undefined && !known.startsWith(kind)
    const given = isOfBefore ? password : toBcryptInput(password)
    const equal = await queue.run({
      password: given,
      hash: known?.replace(kind, '') ?? nobodysHash,
    })
    if (isOfBefore && Buffer.byteLength(password) > bytesRead) return false
    // In UTF-8 the half of a pair becomes U+FFFD, which somebody's password may hold.
    if (/\p{Surrogate}/u.test(password)) return false
    return known !== undefined && equal === true
  }

  return { hash, matches, close: queue.close }
}
