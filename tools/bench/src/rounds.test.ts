import { expect, test } from 'vitest'
import type { Bench } from './bench'
import { besideWrites, inRounds, measureOncePerRun } from './rounds'

test('runs the sides in turn, their order reversed each round', async () => {
  const ran: string[] = []
  const side = (name: string) => async () => ran.push(name)
  const bench = { rounds: 3, progress: () => {} }
  const results = await inRounds(bench, { stockie: side('stockie'), anchor: side('anchor') })
  expect(ran).toEqual(['stockie', 'anchor', 'anchor', 'stockie', 'stockie', 'anchor'])
  expect(results).toEqual({ stockie: [1, 4, 5], anchor: [2, 3, 6] })
})

/** More than any of this takes: what never stops writing fails, and does not hang. */
const tooMany = 100

test('writes until what is measured has ended, and no more', async () => {
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
  const until = writes
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(writes).toBe(until)
})

test('a write that fails fails the measure', async () => {
  const write = () => Promise.reject(new Error('It is full.'))
  const measuring = besideWrites(write, () => new Promise((resolve) => setTimeout(resolve, 50)))
  await expect(measuring).rejects.toThrow('It is full.')
})

test('measures once, whoever asks', async () => {
  let runs = 0
  const measure = measureOncePerRun(async () => (runs += 1))
  const bench = {} as Bench
  expect([await measure(bench), await measure(bench)]).toEqual([1, 1])
})
