import { expect, test } from 'vitest'
import type { Bench } from './bench'
import { besideWrites, inRounds, measureOncePerRun } from './rounds'

test('inRounds runs the sides in turn and reverses their order each round', async () => {
  const order: string[] = []
  const side = (name: string) => async () => order.push(name)
  const bench = { rounds: 3, progress: () => {} }
  const results = await inRounds(bench, { stockie: side('stockie'), anchor: side('anchor') })
  expect(order).toEqual(['stockie', 'anchor', 'anchor', 'stockie', 'stockie', 'anchor'])
  expect(results).toEqual({ stockie: [1, 4, 5], anchor: [2, 3, 6] })
})

/** A limit, so that endless writing fails instead of hanging. */
const tooMany = 100

test('besideWrites stops writing when the measurement has ended', async () => {
  let writes = 0
  const write = async () => {
    writes += 1
    if (writes > tooMany) throw new Error('It does not stop.')
  }
  const threeWrites = async () => {
    await expect.poll(() => writes, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    return 'measured'
  }
  expect(await besideWrites(write, threeWrites)).toBe('measured')
  const finalWrites = writes
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(writes).toBe(finalWrites)
})

test('besideWrites fails when a write fails', async () => {
  const write = () => Promise.reject(new Error('It is full.'))
  const measuring = besideWrites(write, () => new Promise((resolve) => setTimeout(resolve, 50)))
  await expect(measuring).rejects.toThrow('It is full.')
})

test('measureOncePerRun shares one measurement between all callers', async () => {
  let runs = 0
  const measure = measureOncePerRun(async () => (runs += 1))
  const bench = {} as Bench
  expect([await measure(bench), await measure(bench)]).toEqual([1, 1])
})
