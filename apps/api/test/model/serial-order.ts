import type { Effect } from './calls'
import type { Shop } from './shop-model'

/** The limit of tried effects before the search gives up. */
const maxTries = 200_000

/**
 * Searches a serial order of the effects that leads to a shop which fits the observations. Effects without a
 * conflict come first in any order. Others that do not conflict with each other are tried in one order only
 * ("sleep sets").
 */
export function findSerialOrder(
  shop: Shop,
  effects: readonly Effect[],
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
    for (const effect of left) {
      if (sleeping.has(effect)) continue
      tries += 1
      if (tries > maxTries) throw new Error(`No serial order was found within ${maxTries} tries.`)
      const after = effect.apply(before)
      if (after) {
        const others = left.filter((other) => other !== effect)
        const stillAsleep = [...sleeping].filter((other) => !conflicts(other, effect))
        const found = search(after, others, stillAsleep)
        if (found) return found
      }
      sleeping.add(effect)
    }
    return undefined
  }

  const conflicting = effects.filter((effect) =>
    effects.some((other) => other !== effect && conflicts(effect, other)),
  )
  let before: Shop | undefined = shop
  for (const effect of effects) {
    if (before && !conflicting.includes(effect)) before = effect.apply(before)
  }
  return before && search(before, conflicting, [])
}

function conflicts(first: Effect, second: Effect): boolean {
  return first.touches.some((mine) =>
    second.touches.some(
      (theirs) =>
        mine.resource === theirs.resource &&
        (mine.access === 'changes' || mine.access !== theirs.access),
    ),
  )
}
