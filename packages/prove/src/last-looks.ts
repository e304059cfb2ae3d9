import type { Database } from '@stockie/stage/database'
import { addUp } from './add-up'
import type { Found } from './fault'
import type { Look } from './round'

type LastLooks = {
  note: (shop: Database, look: Look) => void
  /** Looks where somebody has asked for it. What cannot be seen has not been kept. */
  take: (shop: Database) => Promise<void>
  /** What all of them have seen, as one more round that has written nothing. */
  found: () => Found
}

export function createLastLooks(): LastLooks {
  const looks = new Map<Database, Look>()
  const seen: Found[] = []
  const nothing = addUp([])
  const atLast = (finding: string) => `at last: ${finding}`
  return {
    note: (shop, look) => void looks.set(shop, look),
    take: async (shop) => {
      try {
        const { lost = [], doubled = [] } = (await looks.get(shop)?.()) ?? {}
        seen.push({ ...nothing, lost: lost.map(atLast), doubled: doubled.map(atLast) })
      } catch (error) {
        const unseen = `the shop could not be looked at: ${String(error)}`
        seen.push({ ...nothing, unkept: [atLast(unseen)] })
      }
    },
    found: () => addUp(seen),
  }
}
