import type { Found } from './fault'

/** All rounds as one: what was found in any of them, and the longest of each wait; too few writes prove nothing. */
export function addUp(rounds: readonly Found[], atLeast = 0): Found {
  const longest: Found['longest'] = {}
  for (const [what, time] of rounds.flatMap((round) => Object.entries(round.longest))) {
    longest[what] = Math.max(longest[what] ?? 0, time)
  }
  const acknowledged = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
  const few = `there were ${acknowledged} writes, and it takes ${atLeast} to believe it`
  return {
    acknowledged,
    lost: rounds.flatMap(({ lost }) => lost),
    doubled: rounds.flatMap(({ doubled }) => doubled),
    uncounted: rounds.flatMap(({ uncounted = [] }) => uncounted),
    broken: rounds.flatMap(({ broken }) => broken),
    unkept: [...rounds.flatMap(({ unkept }) => unkept), ...(acknowledged < atLeast ? [few] : [])],
    longest,
    remarks: rounds.flatMap(({ remarks = [] }) => remarks),
  }
}
