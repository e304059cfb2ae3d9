import { expect, test } from 'vitest'

import { haveSamePlaces } from '@/lib/hooks/use-held-value'
import { createRandom } from '@/test/random-numbers'
import { countNewRows, keepPlaces } from './kept-places'

interface Item {
  id: number
  price: number
}

const seed = Number(process.env.STOCKIE_ROWS_SEED ?? Math.floor(Math.random() * 2 ** 31))

const random = createRandom(seed)
const getId = ({ id }: Item) => id

/** Some of twenty items in any order, each with a random price. */
function randomItems(): Item[] {
  return Array.from({ length: 20 }, (_, id) => ({ id, price: random(3), order: random(1000) }))
    .filter(() => random(3) > 0)
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, price }) => ({ id, price }))
}

test(`kept rows stay at their index, in their newest version (STOCKIE_ROWS_SEED=${seed})`, () => {
  for (let run = 0; run < 500; run += 1) {
    const [before, all] = [randomItems(), randomItems()]
    const shown = before.slice(0, random(10))
    const from = random(10)
    const page = all.slice(from, from + random(10))
    const { rows, removed } = keepPlaces(shown, { page, all }, getId)

    expect(rows.map(getId)).toEqual(shown.map(getId))
    for (const [place, row] of rows.entries()) {
      const newest = all.find(({ id }) => id === row.id)
      expect(row).toBe(newest ?? shown[place])
      expect(removed.has(row.id)).toBe(newest === undefined)
    }
    expect(removed.size).toBe(rows.filter(({ id }) => removed.has(id)).length)

    const added = page.filter(({ id }) => !before.some((row) => row.id === id))
    expect(countNewRows(page, before, getId)).toBe(added.length)
    const ids = (items: Item[]) => items.map(getId).join()
    expect(haveSamePlaces(shown, page, getId)).toBe(ids(shown) === ids(page))
    expect(haveSamePlaces(shown, rows, getId)).toBe(true)
  }
})
