import type { Happening } from './calls'
import type { Shop } from './shop-model'

/** So many happenings are tried before this gives up. */
const patience = 200_000

/**
 * Looks for an order in which the happenings, one after the other, lead from this shop to one that
 * fits what was seen. Those that touch no other come first, in any order; of the rest two that do not
 * touch each other are tried in one order alone ("sleep sets").
 */
export function findSerialOrder(
  shop: Shop,
  happenings: readonly Happening[],
  fits: (shop: Shop) => boolean,
): Shop | undefined {
  let tries = 0

  function search(
    before: Shop,
    left: readonly Happening[],
    asleep: readonly Happening[],
  ): Shop | undefined {
    if (left.length === 0) return fits(before) ? before : undefined
    const sleeping = new Set(asleep)
    for (const happening of left) {
      if (sleeping.has(happening)) continue
      tries += 1
      if (tries > patience) throw new Error('There are too many orders to try them all.')
      const after = happening.happen(before)
      if (after) {
        const others = left.filter((other) => other !== happening)
        const undisturbed = [...sleeping].filter((other) => !disturb(other, happening))
        const found = search(after, others, undisturbed)
        if (found) return found
      }
      sleeping.add(happening)
    }
    return undefined
  }

  const entangled = happenings.filter((one) =>
    happenings.some((other) => other !== one && disturb(one, other)),
  )
  let before: Shop | undefined = shop
  for (const happening of happenings) {
    if (before && !entangled.includes(happening)) before = happening.happen(before)
  }
  return before && search(before, entangled, [])
}

function disturb(one: Happening, other: Happening): boolean {
  return one.touches.some((mine) =>
    other.touches.some(
      (theirs) => mine.what === theirs.what && (mine.how === 'changes' || mine.how !== theirs.how),
    ),
  )
}
