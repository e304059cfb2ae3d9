import { vi } from 'vitest'
import { createSignInQueue, type SignInCaller } from '#src/security/sign-in-queue'

/** Refusals are delayed by a second. */
export async function refuse(): Promise<void> {
  vi.advanceTimersByTime(1000)
  await settle()
}

/** Lets promises settle. */
export const settle = () => new Promise(setImmediate)

/** A queue whose jobs end by hand. Records which jobs started and which were refused, by their names. */
export function openQueue(limit = 32) {
  const queue = createSignInQueue(limit)
  const started: string[] = []
  const refused: string[] = []
  let endRunning = () => {}

  function ask(name: string, caller: SignInCaller): void {
    const job = () => {
      started.push(name)
      return new Promise<void>((resolve) => (endRunning = resolve))
    }
    queue.run(caller, job).catch(() => refused.push(name))
  }

  /** Ends the running job and returns the name of the one that starts. */
  async function next(): Promise<string | undefined> {
    const { length } = started
    endRunning()
    await settle()
    return started[length]
  }

  return { ask, next, started, refused }
}

export const known = (account: string, ...networks: string[]): SignInCaller => ({
  account,
  knownBy: 'network',
  from: networks.length > 0 ? networks : ['shop'],
})
export const browser = (account: string, id = 'browser'): SignInCaller => ({
  account,
  knownBy: 'browser',
  from: [id],
})
export const stranger = (network: string, account = `guess for ${network}`): SignInCaller => ({
  account,
  from: [network],
})

/** The IPv6 networks of a customer who has a whole /48. */
export const networksOfSite = (number: number): string[] => [
  `2001:db8:1:${number}`,
  '2001:db8:1:0/56',
  '2001:db8:1',
]
