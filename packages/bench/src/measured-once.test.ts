import { expect, test } from 'vitest'
import type { Bench } from './bench'
import { measuredOnce } from './measured-once'

test('measures once, whoever asks', async () => {
  let runs = 0
  const measure = measuredOnce(async () => (runs += 1))
  const bench = {} as Bench
  expect([await measure(bench), await measure(bench)]).toEqual([1, 1])
})
