import type { PriceChange, Product } from '@stockie/contracts'

/** The price and the cost from a moment on, in milliseconds. */
export interface PriceStep {
  at: number
  price: number
  cost: number
}

const oneDay = 24 * 60 * 60 * 1000

/**
 * The prices over time, the oldest first, up to now. Walks back from the present ones, because each change knows
 * what was before it. Begins a tenth of the time before the first change, so that its price has a width.
 */
export function priceSteps(
  { price, cost }: Pick<Product, 'price' | 'cost'>,
  changes: readonly PriceChange[],
  now: number,
): PriceStep[] {
  // A change may have come since `now`, or by a server whose clock is ahead.
  const newest = changes[0] ? Date.parse(changes[0].at) : now
  const steps: PriceStep[] = [{ at: Math.max(now, newest), price, cost }]
  let present = { price, cost }
  for (const { at, field, before } of changes) {
    steps.push({ at: Date.parse(at), ...present })
    present = { ...present, [field]: before }
  }
  const first = steps.at(-1)?.at ?? now
  steps.push({ at: first - Math.max(oneDay, (now - first) / 10), ...present })
  return steps.toReversed()
}
