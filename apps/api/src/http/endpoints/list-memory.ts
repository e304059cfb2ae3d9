import { AppError } from '#src/errors'

export type ListMemoryLimits = {
  /** Bytes for all answers of the process. */
  total: number
  /** Bytes for the answers of one account, so that a slow reader cannot block the others. */
  perAccount: number
  /** How long an answer waits for its bytes. */
  waitMs?: number
}

/**
 * Short lists are those that the cache stores. They have memory of their own, so that they never wait for long
 * ones. A test compares the sum with the memory of the container. Decision 030 has the measurement.
 */
export const listMemoryLimits = {
  short: { total: 240_000_000, perAccount: 120_000_000 },
  long: { total: 500_000_000, perAccount: 300_000_000 },
} satisfies Record<string, ListMemoryLimits>

/**
 * The memory of a byte of JSON. While a list is read, its text takes up to two bytes for each, besides the
 * JSON itself. While it is sent, there is the JSON and its compressed form.
 */
export const listMemoryFactors = { reading: 3, sending: 2 }

/** Gives the bytes back. Only the first call has an effect. */
export type Release = () => void

/** Bounds the memory of lists that are being read or sent. */
type ListMemory = {
  /** Waits in order until there is room. Throws 503 if there is none in time. */
  reserve: (userId: number, bytes: number) => Promise<Release>
  /** Waits as `reserve` does, and takes nothing. */
  awaitRoom: (userId: number, bytes: number) => Promise<void>
  /** Counts a list that is in memory already. Answers that send the same list count it once. */
  hold: (list: object, userId: number, bytes: number) => Release
  /** Bytes that are in use. */
  used: () => number
}

type Waiter = { userId: number; bytes: number; admit: () => void }

/** A list that several answers may send. Its bytes count for the first of these accounts. */
type HeldList = { bytes: number; holders: number[] }

export function createListMemory({
  total,
  perAccount,
  waitMs = 10_000,
}: ListMemoryLimits): ListMemory {
  let used = 0
  const accounts = new Map<number, number>()
  const heldLists = new Map<object, HeldList>()
  const waiting = new Set<Waiter>()

  function add(userId: number, bytes: number): void {
    used += bytes
    const ofAccount = (accounts.get(userId) ?? 0) + bytes
    if (ofAccount > 0) accounts.set(userId, ofAccount)
    else accounts.delete(userId)
  }

  const accountHasRoom = ({ userId, bytes }: Omit<Waiter, 'admit'>) =>
    (accounts.get(userId) ?? 0) + bytes <= perAccount

  /** In order, but an account without room of its own does not hold up the others. */
  function admitWaiting(): void {
    for (const waiter of waiting) {
      if (!accountHasRoom(waiter)) continue
      if (used + waiter.bytes > total) return
      waiting.delete(waiter)
      waiter.admit()
    }
  }

  /** Wraps a function that gives bytes back: the next ones in the queue get them. */
  function once(release: () => void): Release {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      release()
      if (waiting.size > 0) admitWaiting()
    }
  }

  function hold(list: object, userId: number, bytes: number): Release {
    const held = heldLists.get(list) ?? { bytes, holders: [] }
    heldLists.set(list, held)
    held.holders.push(userId)
    if (held.holders.length === 1) add(userId, bytes)
    return once(() => letGo(list, held, userId))
  }

  function letGo(list: object, { bytes, holders }: HeldList, userId: number): void {
    const [payer = userId] = holders
    holders.splice(holders.indexOf(userId), 1)
    add(payer, -bytes)
    const [next] = holders
    if (next === undefined) heldLists.delete(list)
    else add(next, bytes)
  }

  function take(userId: number, bytes: number): Release {
    add(userId, bytes)
    return once(() => add(userId, -bytes))
  }

  function wait(userId: number, bytes: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      function admit(): void {
        clearTimeout(timer)
        resolve(take(userId, bytes))
      }
      function giveUp(): void {
        waiting.delete(waiter)
        reject(
          new AppError('unavailable', 'Too many long lists are being sent.', { retryAfter: 5 }),
        )
        // Those behind it may need less.
        admitWaiting()
      }
      const waiter = { userId, bytes, admit }
      const timer = setTimeout(giveUp, waitMs)
      waiting.add(waiter)
      admitWaiting()
    })
  }

  /** Without a timer in the common case, since every list comes through here. */
  async function reserve(userId: number, bytes: number): Promise<Release> {
    const hasRoom = used + bytes <= total && accountHasRoom({ userId, bytes })
    return waiting.size === 0 && hasRoom ? take(userId, bytes) : wait(userId, bytes)
  }

  async function awaitRoom(userId: number, bytes: number): Promise<void> {
    const release = await reserve(userId, bytes)
    release()
  }

  return { reserve, awaitRoom, hold, used: () => used }
}
