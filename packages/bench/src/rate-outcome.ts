import { isUnsteady } from './is-unsteady'
import type { Measured } from './measure-load'
import { ratios } from './ratios'
import type { Outcome } from './row'
import { showRates } from './show-rates'

type Sides = { stockie: Measured[]; anchor: Measured[] }

/** A row of requests a second, which says nothing where the anchor was not steady. */
export function rateOutcome(measured: Sides): Outcome {
  const rates = (rounds: Measured[]) => rounds.map(({ perSecond }) => perSecond)
  const anchor = rates(measured.anchor)
  return {
    rounds: ratios(rates(measured.stockie), anchor),
    noisy: isUnsteady(anchor),
    shown: showRates(measured),
  }
}
