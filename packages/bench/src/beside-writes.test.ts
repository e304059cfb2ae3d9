import { expect, test } from 'vitest'
import { besideWrites } from './beside-writes'

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
