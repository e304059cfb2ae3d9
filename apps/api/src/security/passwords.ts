import { createWorkerQueue } from './worker-queue'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Whether the password is the account's. Without an account it takes as long, and it is not. */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
  close: () => Promise<void>
}

const cost = 12

/** Of no password at all, at the cost of the others: what an unknown e-mail is compared with. */
export const nobodysHash = '$2b$12$pHLJKcwwCzxkzmATkQ6Bd.75IPJidjHhjbNSml1z6GqRkn4QPW7q2'

/** Bcrypt in a thread of its own: ten compares on the event loop would stall every other call. */
export function createPasswords({ queueLimit = 32 } = {}): Passwords {
  const queue = createWorkerQueue(new URL('./password-worker.mjs', import.meta.url), queueLimit)

  async function hash(password: string): Promise<string> {
    return String(await queue.run({ password, cost }))
  }

  async function matches(password: string, known: string | undefined): Promise<boolean> {
    const equal = await queue.run({ password, hash: known ?? nobodysHash })
    return known !== undefined && equal === true
  }

  return { hash, matches, close: queue.close }
}
