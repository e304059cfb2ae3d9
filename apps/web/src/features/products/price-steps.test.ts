import type { PriceChange } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { priceSteps } from './price-steps'

const change = (
  at: string,
  field: 'price' | 'cost',
  before: number,
  after: number,
): PriceChange => ({
  at,
  field,
  before,
  after,
  userName: 'Mia',
})

const now = Date.parse('2026-11-30T00:00:00Z')

test('the steps lead from the price before the first change to the present one', () => {
  const changes = [
    change('2026-11-20T00:00:00Z', 'price', 12, 14),
    change('2026-11-10T00:00:00Z', 'cost', 5, 6),
    change('2026-11-10T00:00:00Z', 'price', 10, 12),
  ]
  const steps = priceSteps({ price: 14, cost: 6 }, changes, now)
  expect(steps.map(({ at, ...step }) => [new Date(at).toISOString().slice(0, 10), step])).toEqual([
    ['2026-11-08', { price: 10, cost: 5 }],
    ['2026-11-10', { price: 12, cost: 5 }],
    ['2026-11-10', { price: 12, cost: 6 }],
    ['2026-11-20', { price: 14, cost: 6 }],
    ['2026-11-30', { price: 14, cost: 6 }],
  ])
})

test('a change after the present moment is the last step', () => {
  const changes = [
    change('2026-11-30T00:05:00Z', 'price', 14, 15),
    change('2026-11-20T00:00:00Z', 'price', 12, 14),
  ]
  const moments = priceSteps({ price: 15, cost: 6 }, changes, now).map(({ at }) => at)
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
})

test('a change of this moment still has a day before it', () => {
  const steps = priceSteps(
    { price: 14, cost: 6 },
    [change('2026-11-30T00:00:00Z', 'price', 12, 14)],
    now,
  )
  expect(steps.map(({ at, price }) => [now - at, price])).toEqual([
    [86_400_000, 12],
    [0, 14],
    [0, 14],
  ])
})
