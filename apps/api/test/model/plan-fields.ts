import fc from 'fast-check'
import { texts } from './choices'

/** A choice among the records at the time of play. */
export const choice = fc.nat({ max: 31 })
export const text = fc.nat({ max: texts.length - 1 })
export const caller = { user: fc.nat({ max: 7 }), api: fc.nat({ max: 1 }) }
/** A flaw only above 20; most plans have none. */
export const flaw = fc.nat({ max: 23 })

/** fast-check removes prototypes at random by default, which is only noise here. */
export function plainRecord<Fields extends object>(values: {
  [Name in keyof Fields]: fc.Arbitrary<Fields[Name]>
}) {
  return fc.record<Fields>(values, { noNullPrototype: true })
}
