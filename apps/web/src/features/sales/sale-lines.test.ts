import { expect, test, vi } from 'vitest'

import { ApiError } from '@/lib/api/api-client'
import { sales } from '@/resources/sales'
import { gift } from '@/test/sale-fixtures'
import { loadSaleLines, splitDays } from './sale-lines'

/** Sales of these days of November, each with its place as its number. */
function salesOf(days: number[]) {
  return days.map((day, place) => ({
    ...gift,
    saleId: place + 1,
    saleDate: `2026-11-${String(day).padStart(2, '0')}`,
  }))
}

function textOf(ranges: { from: string; to: string }[]) {
  return ranges.map(({ from, to }) => `${from.slice(8)}-${to.slice(8)}`)
}

test('days of wanted sales join to ranges of few sales, without days that have other sales only', () => {
  const listed = salesOf([9, 9, 9, 6, 4, 4, 3, 2, 1])
  const split = (wanted: number[], max: number) =>
    textOf(
      splitDays(
        listed,
        wanted.map((saleId) => ({ ...gift, ...listed[saleId - 1] })),
        max,
      ),
    )
  expect(split([1, 2, 3, 4, 5, 6, 7, 8, 9], 100)).toEqual(['01-09'])
  expect(split([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual(['01-03', '04-06', '09-09'])
  // A day is never cut.
  expect(split([1, 2, 3, 4, 5, 6, 7, 8, 9], 1)).toEqual([
    '01-01',
    '02-02',
    '03-03',
    '04-04',
    '06-06',
    '09-09',
  ])
  // Day 3 has no wanted sale.
  expect(split([8, 5, 1], 100)).toEqual(['02-02', '04-04', '09-09'])
})

test('the lines of sales come by range, and a sale that is deleted by now has none', async () => {
  const listed = salesOf([2, 1])
  const load = vi.spyOn(sales, 'withLines').mockResolvedValue(listed.slice(0, 1))
  const { signal } = new AbortController()
  const linesOf = await loadSaleLines(listed, listed, signal)
  expect(load.mock.calls).toEqual([[{ from: '2026-11-01', to: '2026-11-02' }, signal]])
  expect(listed.map(linesOf)).toEqual([gift.saleDetails, []])
})

test('a failed load of lines is passed on', async () => {
  const listed = salesOf([2])
  vi.spyOn(sales, 'withLines').mockRejectedValue(new ApiError(503))
  const load = loadSaleLines(listed, listed, new AbortController().signal)
  await expect(load).rejects.toThrow(ApiError)
})
