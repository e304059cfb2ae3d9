import type { Found } from './fault'

/** All rounds as one: what was found in any of them, and the longest of each wait. */
export function addUp(rounds: readonly Found[]): Found {
  const longest: Found['longest'] = {}
  for (const [what, time] of rounds.flatMap((round) => Object.entries(round.longest))) {
    longest[what] = Math.max(longest[what] ?? 0, time)
  }
  return {
    acknowledged: rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: rounds.flatMap(({ lost }) => lost),
    doubled: rounds.flatMap(({ doubled }) => doubled),
    broken: rounds.flatMap(({ broken }) => broken),
    unkept: rounds.flatMap(({ unkept }) => unkept),
    longest,
    remarks: rounds.flatMap(({ remarks = [] }) => remarks),
  }
}
