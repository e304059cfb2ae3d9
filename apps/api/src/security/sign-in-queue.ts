import { AsyncResource } from 'node:async_hooks'
import { AppError } from '#src/errors'

/** Who signs in, or changes a password. */
export type SignInCaller = {
  /** The account that the caller has or names. It need not exist. */
  account: string
  /**
   * Only for a caller whom the account has not signed in from before: the caller's network, and the larger
   * networks around it.
   */
  unknownNetworks?: readonly string[]
}

export type SignInQueue = {
  /** Runs the job after those that go before it. Rejects with 503 if there are too many. */
  run: <Result>(caller: SignInCaller, job: () => Promise<Result>) => Promise<Result>
  /** Rejects all waiting jobs. */
  clear: (error: Error) => void
}

/** How many jobs may be in the queue at once. A further one goes behind all others. */
const placesPerAccount = 2
const placesPerNetwork = 3

/** With more jobs in the window, the known callers of an account take turns with unknown callers. */
const preferredJobs = 30
const windowMs = 15 * 60 * 1000

/** An attacker who tries again at once would otherwise keep the server busy with refusals. */
const refusalDelayMs = 1000

type Job = { caller: SignInCaller; start: () => Promise<void>; refuse: (error: Error) => void }

/**
 * Runs one job at a time and holds up to `limit` jobs. Orders them so that no caller can keep others from
 * signing in. Known callers go first. Among equals, the account or the network goes first that had the fewest
 * jobs lately, whether its passwords were right or wrong. If the queue is full, the job at its end is refused,
 * which may be an older one.
 */
export function createSignInQueue(limit: number): SignInQueue {
  const recentJobs = createRecentCounter(windowMs)
  let running: Job | undefined
  let wasUnknown = false
  /** In the order of their arrival. */
  let waiting: Job[] = []

  function run<Result>(caller: SignInCaller, job: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      // Without bind, the job would run in the async context of the one before it.
      const start = AsyncResource.bind(() => job().then(resolve, reject))
      waiting.push({ caller, start, refuse: reject })
      if (!running) void startNext()
      else if (waiting.length >= limit) refuseLast()
    })
  }

  async function startNext(): Promise<void> {
    running = sortWaiting(laneOf)[0]
    if (!running) return
    const { caller, start } = running
    remove(running)
    wasUnknown = isUnknown(caller)
    for (const key of countedKeys(caller)) recentJobs.add(key)
    await start()
    running = undefined
    void startNext()
  }

  function remove(job: Job): void {
    waiting = waiting.filter((other) => other !== job)
  }

  function refuseLast(): void {
    const last = sortWaiting((caller) => (isUnknown(caller) ? 1 : 0)).at(-1)
    if (!last) return
    remove(last)
    const error = new AppError(
      'unavailable',
      'Too many people are signing in right now. Try again in a few seconds.',
      { retryAfter: 5 },
    )
    setTimeout(() => last.refuse(error), refusalDelayMs)
  }

  /** The lowest lane goes first. */
  function laneOf(caller: SignInCaller): number {
    if (!isUnknown(caller) && recentJobs.countOf(accountKey(caller)) < preferredJobs) return 0
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

  /** The largest network first: one customer may have thousands of small IPv6 networks. */
  function countsOf(caller: SignInCaller): number[] {
    return countedKeys(caller).toReversed().map(recentJobs.countOf)
  }

  function clear(error: Error): void {
    const jobs = waiting
    waiting = []
    for (const { refuse } of jobs) refuse(error)
  }

  return { run, clear }
}

function isUnknown({ unknownNetworks }: SignInCaller): boolean {
  return unknownNetworks !== undefined
}

function countedKeys(caller: SignInCaller): readonly string[] {
  return caller.unknownNetworks ?? [accountKey(caller)]
}

function accountKey({ account }: SignInCaller): string {
  return `account ${account}`
}

/** Takes the caller's places. Returns false if the account or the network has none left. */
function takePlaces(caller: SignInCaller, taken: Map<string, number>): boolean {
  const [network] = caller.unknownNetworks ?? []
  const limits: [key: string, places: number][] =
    network === undefined
      ? [[accountKey(caller), placesPerAccount]]
      : [
          // Strangers who name an account must not take the places of its owner.
          [`named ${caller.account}`, placesPerAccount],
          [network, placesPerNetwork],
        ]
  const hasPlace = limits.every(([key, places]) => (taken.get(key) ?? 0) < places)
  if (hasPlace) for (const [key] of limits) taken.set(key, (taken.get(key) ?? 0) + 1)
  return hasPlace
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, position) => number !== (other[position] ?? 0))
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
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
