import { AsyncResource } from 'node:async_hooks'
import { AppError } from '#src/errors'

/** Who signs in, or changes a password. */
export type SignInCaller = {
  /** The account that the caller has or names. It need not exist. */
  account: string
  /** Where the account signed in from before: the network, the browser or the session of the caller. */
  knownFrom?: string
  /** The networks of a caller whom the account does not know, from small to large. */
  unknownNetworks?: readonly string[]
  /** Whether the caller has disconnected. Its job then does not run. */
  hasLeft?: () => boolean
}

export type SignInQueue = {
  /** Runs the job after those that go before it. Rejects with 503 if it waits too long, or too many do. */
  run: <Result>(caller: SignInCaller, job: () => Promise<Result>) => Promise<Result>
  /** Counts a right password. Jobs of an account with many of them go later. */
  countSuccess: (caller: SignInCaller) => void
  /** Rejects all waiting jobs. */
  clear: (error: unknown) => void
}

/** How many jobs may be in the queue at once. A further one goes behind all others. */
const placesOfKnown = 2
const placesPerAccount = 2
const placesPerNetwork = 3

/** With more jobs in one to two windows, known callers take turns with unknown ones. */
const preferredJobs = 30
const windowMs = 15 * 60 * 1000

/** Longer than anyone waits for a page. */
const maxWaitMs = 10_000

/** An attacker who tries again at once would otherwise keep the server busy with refusals. */
const refusalDelayMs = 1000

type Job = {
  caller: SignInCaller
  start: () => Promise<void>
  refuse: (error: unknown) => void
  timer: NodeJS.Timeout
}

/**
 * Runs one job at a time and holds up to `limit` jobs. Orders them so that no caller can keep others from
 * signing in. Known callers go first. Among equals, the caller or the network goes first that had the fewest
 * turns lately, whether its passwords were right or wrong. If the queue is full, the job at its end is refused,
 * which may be an older one.
 */
export function createSignInQueue(limit: number): SignInQueue {
  const recent = createRecentCounter(windowMs)
  let running: Job | undefined
  let wasUnknown = false
  /** In the order of their arrival. */
  let waiting: Job[] = []

  function run<Result>(caller: SignInCaller, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        caller,
        // Without bind, the job would run in the async context of the one before it.
        start: AsyncResource.bind(async () => work().then(resolve, reject)),
        refuse: reject,
        timer: setTimeout(() => refuse(job), maxWaitMs),
      }
      waiting.push(job)
      if (!running) void startNext()
      else if (waiting.length >= limit) makeRoom()
    })
  }

  async function startNext(): Promise<void> {
    refuseThoseWhoLeft()
    running = sortWaiting(laneOf)[0]
    if (!running) return
    const { caller, start, refuse: fail } = running
    remove(running)
    wasUnknown = isUnknown(caller)
    for (const key of countedKeys(caller)) recent.add(key)
    await start().catch(fail)
    running = undefined
    void startNext()
  }

  function remove(job: Job): void {
    clearTimeout(job.timer)
    waiting = waiting.filter((other) => other !== job)
  }

  function refuse(job: Job): void {
    remove(job)
    job.refuse(
      new AppError(
        'unavailable',
        'Too many people are signing in right now. Try again in a few seconds.',
        { retryAfter: 5 },
      ),
    )
  }

  function refuseThoseWhoLeft(): void {
    for (const job of waiting.filter(({ caller }) => caller.hasLeft?.())) refuse(job)
  }

  function makeRoom(): void {
    refuseThoseWhoLeft()
    if (waiting.length < limit) return
    const last = sortWaiting((caller) => (isUnknown(caller) ? 1 : 0)).at(-1)
    if (!last) return
    remove(last)
    setTimeout(() => refuse(last), refusalDelayMs)
  }

  /** The lowest lane goes first. */
  function laneOf(caller: SignInCaller): number {
    if (!isUnknown(caller) && (countsOf(caller)[0] ?? 0) < preferredJobs) return 0
    return isUnknown(caller) === wasUnknown ? 2 : 1
  }

  /** The waiting jobs, the next one first. Those without a place are the last ones. */
  function sortWaiting(lane: (caller: SignInCaller) => number): Job[] {
    const places = new Map<string, number>()
    if (running) takePlaces(running.caller, places)
    return waiting
      .map((job) => {
        const hasPlace = takePlaces(job.caller, places)
        return { job, rank: [hasPlace ? 0 : 1, lane(job.caller), ...countsOf(job.caller)] }
      })
      .toSorted((one, other) => compareRanks(one.rank, other.rank))
      .map(({ job }) => job)
  }

  function countsOf(caller: SignInCaller): number[] {
    const counts = countedKeys(caller).map(recent.countOf)
    // The largest network first: one customer may have thousands of small IPv6 networks.
    if (isUnknown(caller)) return counts.toReversed()
    // The holder of an account may be known from many networks. Others cannot raise the number of successes.
    return [Math.max(...counts, recent.countOf(successKey(caller)))]
  }

  function clear(error: unknown): void {
    for (const job of waiting) {
      remove(job)
      job.refuse(error)
    }
  }

  return { run, countSuccess: (caller) => recent.add(successKey(caller)), clear }
}

function isUnknown({ unknownNetworks }: SignInCaller): boolean {
  return unknownNetworks !== undefined
}

/** What the turns of the caller count for. */
function countedKeys({ account, knownFrom, unknownNetworks }: SignInCaller): readonly string[] {
  return unknownNetworks ?? [`known ${account} ${knownFrom}`]
}

function successKey({ account }: SignInCaller): string {
  return `success ${account}`
}

/** Takes the caller's places. Returns false if there are none left. */
function takePlaces(caller: SignInCaller, taken: Map<string, number>): boolean {
  const [key = ''] = countedKeys(caller)
  const limits: [key: string, places: number][] = isUnknown(caller)
    ? [
        // Strangers who name an account must not take the places of its owner.
        [`named ${caller.account}`, placesPerAccount],
        [key, placesPerNetwork],
      ]
    : [[key, placesOfKnown]]
  const hasPlace = limits.every(([name, places]) => (taken.get(name) ?? 0) < places)
  if (hasPlace) for (const [name] of limits) taken.set(name, (taken.get(name) ?? 0) + 1)
  return hasPlace
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Counts by key, and forgets a count after one to two windows. */
function createRecentCounter(window: number) {
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()]
  let endsAt = performance.now() + window

  function forgetOld(): void {
    const now = performance.now()
    if (now < endsAt) return
    previous = now < endsAt + window ? current : new Map()
    current = new Map()
    endsAt = now + window
  }

  function add(key: string): void {
    forgetOld()
    current.set(key, (current.get(key) ?? 0) + 1)
  }

  function countOf(key: string): number {
    forgetOld()
    return (current.get(key) ?? 0) + (previous.get(key) ?? 0)
  }

  return { add, countOf }
}
