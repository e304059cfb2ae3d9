import { expect, test } from 'vitest'

import { gift } from '@/test/sale-fixtures'
import { twoMugs } from '@/test/screens/sale-returns-screen'
import { blankEntry, quantityOf, returnableLines } from './return-entry'

test('lines of the same product have different names', () => {
  const [grinder, mug] = gift.saleDetails
  if (!grinder || !mug) throw new Error('The sale has two lines')
  const lines = returnableLines([mug, grinder, { ...mug, id: 33 }], [])
  expect(lines.map(({ name }) => name)).toEqual(['Mug, line 1', 'Grinder', 'Mug, line 3'])
})

test('a quantity is at most what is left after the returns of other tills', () => {
  const entry = { ...blankEntry, quantities: { 32: 3 } }
  const quantities = [[], [twoMugs], [twoMugs, twoMugs]].map((returns) =>
    returnableLines(gift.saleDetails, returns).map((line) => quantityOf(line, entry)),
  )
  expect(quantities).toEqual([
    [0, 3],
    [0, 1],
    [0, 0],
  ])
})
