import type { Bound, Measure } from '#src/row'
import { findFirstList } from './find-first-list'

const row = (id: string, name: string, goal: Bound, moonshot: Bound) => {
  return { id, name, anchor: 'a count', goal, moonshot }
}

/** W4: how much stands between a person and the first list. */
export const firstList: Measure[] = [
  {
    row: row('W4-requests', 'requests to the first usable list', { atMost: 8 }, { atMost: 5 }),
    run: (bench) => findFirstList(bench, 'requests'),
  },
  {
    row: row('W4-script', 'script before the first list, kB', { atMost: 200 }, { atMost: 160 }),
    run: (bench) => findFirstList(bench, 'kilobytes'),
  },
]
