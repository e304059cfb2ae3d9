import type { Matches } from './match-rows'
import { stepSize, type Steps } from './steps'

interface Input {
  matches: Matches
  /** The positions of all rows; null for the order in which they came. */
  order: Uint32Array | null
}

/** The positions of the rows that match, in order. */
export function* orderMatches({ matches, order }: Input): Steps<Uint32Array> {
  const { isMatch, count } = matches
  const positions = new Uint32Array(count)
  let found = 0
  for (let place = 0; place < isMatch.length; place += 1) {
    const position = order?.[place] ?? place
    if (isMatch[position] === 1) {
      positions[found] = position
      found += 1
    }
    if (place % stepSize === stepSize - 1) yield
  }
  return positions
}
