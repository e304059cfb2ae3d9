import { expect, test } from 'vitest'

import { findScale, placeLabels } from './chart-scale'

const usual = [100, 120, 80, 90, 110, 0]

test.each([
  ['one very large sale', [...usual, 9000], [], [150, 0, 4]],
  ['two of them in a month of twelve days', [...usual, ...usual, 9000, 4000], [], [150, 0, 4]],
  ['one of four amounts', [9000, 105, 110, 95], [], [150, 0, 4]],
  ['one very large purchase', usual, [50, 60, 3000], [150, -100, 6]],
  ['no other purchase', usual, [3000], [150, -50, 5]],
  ['amounts of cents', [0.1, 0.2, 0.15, 0.3, 0.25, 5], [], [0.4, 0, 5]],
])('the scale ends near the usual amounts with %s', (_case, above, below, [top, bottom, ticks]) => {
  const scale = findScale(above, below)
  expect(scale?.top).toBeCloseTo(top ?? 0, 10)
  expect(scale?.bottom).toBeCloseTo(bottom ?? 0, 10)
  expect(scale?.ticks).toHaveLength(ticks ?? 0)
  expect(scale?.ticks).toContain(0)
})

test.each([
  ['amounts of one size', [100, 200, 300, 150, 250, 290, 310]],
  ['three times the next amount', [300, 100, 100, 100, 100, 100]],
  ['three amounts, which show no usual size', [9000, 100, 100]],
  ['as many large amounts as small ones', [9000, 9000, 9000, 9000, 100, 100, 100, 100]],
  ['one amount among days without any', [9000, 0, 0, 0, 0, 0, 0]],
  ['no amounts', []],
])('one scale holds all amounts with %s', (_case, amounts) => {
  expect(findScale(amounts, [])).toBeNull()
  expect(findScale([], amounts)).toBeNull()
})

test('one scale holds all amounts if all purchases are much larger than the sales', () => {
  const sales = Array.from({ length: 30 }, (_, index) => 300 + 10 * index)
  expect(findScale(sales, [2000, 2600, 2200, 2400])).toBeNull()
})

test('labels stay within the plot, move to a second row, and are hidden where there is no room', () => {
  const plot = { x: 60, width: 300 }
  const labels = [62, 80, 100, 120, 355].map((x) => ({ x, width: 36 }))
  expect(placeLabels(labels, plot).map(({ x, row, isHidden }) => [x, row, isHidden])).toEqual([
    [78, 0, false],
    [80, 1, false],
    [100, 1, true],
    [120, 0, false],
    [342, 0, false],
  ])
})
