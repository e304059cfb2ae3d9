import { AsyncResource } from 'node:async_hooks'
import { AppError } from '#src/errors'
import { createRecentTurns } from './recent-turns'

/** Who signs in, or changes a password. */
export type SignInCaller = {
  /** The account that the caller has or names. It need not exist. */
  account: string
  /** How the account knows the caller: from a sign-in in this browser or from this network. */
  knownBy?: 'browser' | 'network'
  /** The browser or the session of the caller, or its networks from small to large. */
  from: readonly string[]
  /** Whether the caller has disconnected. Its job then does not run. */
  hasLeft?: () => boolean
}

export type SignInQueue = {
  /** Runs the job after those that go before it. Rejects with 503 if it waits too long, or too many do. */
  run: <Result>(caller: SignInCaller, job: () => Promise<Result>) => Promise<Result>
  /** Rejects all waiting jobs. */
  clear: (error: unknown) => void
}

/** How many jobs of a share may be queued or running at once. Further ones go behind all others. */
const placesPerShare = 2
/** The places of an IPv4 address or an IPv6 /64, of a /56, and of a /48. */
const placesPerNetwork = [3, 6, 12]

/** After 30 jobs in the last 15 to 30 minutes, known callers take turns with unknown ones. */
const preferredJobs = 30
const windowMs = 15 * 60 * 1000

/** Longer than anyone waits for a page. */
const maxWaitMs = 10_000

/** An attacker who tries again at once would otherwise keep the server busy with refusals. */
const refusalDelayMs = 1000

type Job = {
  caller: SignInCaller
  groups: Groups
  start: () => Promise<void>
  refuse: (error: unknown) => void
  timer: NodeJS.Timeout
}

/**
 * Runs one job at a time and holds up to `limit` jobs. Orders them so that no caller can keep others from
 * signing in. Known callers go first, and their accounts take turns. Among unknown callers, the network goes first
 * that had the fewest turns lately. If the queue is full, the job at its end is refused, which may be an older
 * one.
 */
export function createSignInQueue(limit: number): SignInQueue {
  const recent = createRecentTurns(windowMs)
  let running: Job | undefined
  let wasUnknown = false
  /** In the order of their arrival. */
  let waiting: Job[] = []

  function run<Result>(caller: SignInCaller, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        caller,
        groups: groupsOf(caller),
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
    running = sortWaiting(knownGoFirst)[0]
    if (!running) return
    remove(running)
    wasUnknown = isUnknown(running)
    recent.add(running.groups.turns)
    await running.start().catch(running.refuse)
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
    const last = sortWaiting(() => true).at(-1)
    if (!last) return
    remove(last)
    setTimeout(() => refuse(last), refusalDelayMs)
  }

  function knownGoFirst({ groups }: Job): boolean {
    return wasUnknown || recent.countOf(groups.share) < preferredJobs
  }

  /** The waiting jobs, the next one first. Those without a place are the last ones. */
  function sortWaiting(goesFirst: (known: Job) => boolean): Job[] {
    const known = takeTurns(waiting.filter((job) => !isUnknown(job)))
    const unknown = sortByCount(waiting.filter(isUnknown))
    const isKnownFirst = known[0] !== undefined && goesFirst(known[0])
    const sorted = isKnownFirst ? [...known, ...unknown] : [...unknown, ...known]
    const taken = new Map<string, number>()
    if (running) takePlaces(running, taken)
    const placed = sorted.filter((job) => takePlaces(job, taken))
    return [...placed, ...sorted.filter((job) => !placed.includes(job))]
  }

  function sortByCount(jobs: readonly Job[]): readonly Job[] {
    // The largest network first: one customer may have thousands of small IPv6 networks.
    return sortByRanks(jobs, ({ groups }) => groups.turns.map(recent.countOf).toReversed())
  }

  /**
   * Lets accounts take turns, so that others wait for one job of an account, from however many browsers and
   * networks it comes. Inside an account, its browsers and its networks take turns, and so do the single ones.
   */
  function takeTurns(jobs: readonly Job[]): readonly Job[] {
    return levelsOfKnown.reduce<readonly Job[]>((sorted, level) => {
      const positions = new Map<string, number>()
      return sortByRanks(sorted, ({ groups }) => {
        const group = groups.turns[level] ?? ''
        const position = positions.get(group) ?? 0
        positions.set(group, position + 1)
        return [position, recent.lastTurnOf(group)]
      })
    }, jobs)
  }

  function clear(error: unknown): void {
    for (const job of waiting) {
      remove(job)
      job.refuse(error)
    }
  }

  return { run, clear }
}

function isUnknown({ caller }: Pick<Job, 'caller'>): boolean {
  return caller.knownBy === undefined
}

type Groups = {
  /** The groups that a turn counts for, from small to large. */
  turns: readonly string[]
  /** All known browsers of an account, all its known networks, or the strangers who name it. */
  share: string
  /** How many places each group has. */
  places: readonly (readonly [group: string, places: number])[]
}

/** A browser or three networks, the share, and the account. */
const levelsOfKnown = [0, 1, 2, 3, 4] as const

function groupsOf({ account, knownBy, from }: SignInCaller): Groups {
  if (knownBy !== undefined) {
    // Anyone in a shop's network can cause turns of the owner there, but not of the owner's browser.
    const share = `known ${account} ${knownBy}`
    const origins = [0, 1, 2].map((level) => `${share} ${from[level] ?? from.at(-1)}`)
    const turns = [...origins, share, `known ${account}`]
    return { turns, share, places: [[share, placesPerShare]] }
  }
  // Strangers who name an account must not take the places of its owner.
  const share = `named ${account}`
  const ofNetworks = from.map((network, level) => [network, placesPerNetwork[level] ?? 0] as const)
  return { turns: from, share, places: [[share, placesPerShare], ...ofNetworks] }
}

/** Takes the places of the job. Returns false if there are none left. */
function takePlaces({ groups }: Job, taken: Map<string, number>): boolean {
  const hasPlace = groups.places.every(([group, places]) => (taken.get(group) ?? 0) < places)
  if (hasPlace) for (const [group] of groups.places) taken.set(group, (taken.get(group) ?? 0) + 1)
  return hasPlace
}

/** Jobs of equal rank keep their order. */
function sortByRanks(jobs: readonly Job[], rankOf: (job: Job) => readonly number[]): Job[] {
  return jobs
    .map((job) => ({ job, rank: rankOf(job) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank))
    .map(({ job }) => job)
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
