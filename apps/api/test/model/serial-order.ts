import type { Effect } from './calls'
import type { Shop } from './shop-model'

/** So many happenings are tried before this gives up. */
const maxTries = 200_000

/**
 * Looks for an order in which the happenings, one after the other, lead from this shop to one that
 * fits what was seen. Those that touch no other come first, in any order; of the rest two that do not
 * touch each other are tried in one order alone ("sleep sets").
 */
export function findSerialOrder(
  shop: Shop,
  happenings: readonly Effect[],
  fits: (shop: Shop) => boolean,
): Shop | undefined {
  let tries = 0

  function search(
    before: Shop,
    left: readonly Effect[],
    asleep: readonly Effect[],
  ): Shop | undefined {
    if (left.length === 0) return fits(before) ? before : undefined
    const sleeping = new Set(asleep)
    for (const happening of left) {
      if (sleeping.has(happening)) continue
      tries += 1
      if (tries > maxTries) throw new Error('There are too many orders to try them all.')
      const after = happening.apply(before)
      if (after) {
        const others = left.filter((other) => other !== happening)
        const stillAsleep = [...sleeping].filter((other) => !conflict(other, happening))
        const found = search(after, others, stillAsleep)
        if (found) return found
      }
      sleeping.add(happening)
    }
    return undefined
  }

  const conflicting = happenings.filter((one) =>
    happenings.some((other) => other !== one && conflict(one, other)),
  )
  let before: Shop | undefined = shop
  for (const happening of happenings) {
    if (before && !conflicting.includes(happening)) before = happening.apply(before)
  }
  return before && search(before, conflicting, [])
}

function conflict(first: Effect, second: Effect): boolean {
  return first.touches.some((mine) =>
    second.touches.some(
      (theirs) =>
        mine.resource === theirs.resource &&
        (mine.access === 'changes' || mine.access !== theirs.access),
    ),
  )
}
