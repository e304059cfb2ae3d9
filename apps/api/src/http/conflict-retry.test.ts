import { expect, test } from 'vitest'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { retryOnConflict } from './conflict-retry'

/** A write that fails the given number of times before it succeeds. */
function createFailingWrite(times: number, code: string) {
  let calls = 0
  const write = async () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error('ended'), { code })
    return 'written'
  }
  return { write, calls: () => calls }
}

test.each(['40001', '40P01', 'P2034'])(
  'retryOnConflict repeats a write that failed with %s',
  async (code) => {
    const { write, calls } = createFailingWrite(5, code)
    expect(await retryOnConflict(write)).toBe('written')
    expect(calls()).toBe(6)
  },
)

test('retryOnConflict gives up after six attempts', async () => {
  const { write, calls } = createFailingWrite(Infinity, '40P01')
  await expect(retryOnConflict(write)).rejects.toMatchObject({ code: '40P01' })
  expect(calls()).toBe(6)
})

test.each(['23505', '23514', '55P03', '57014', '57P01', 'ECONNRESET'])(
  'retryOnConflict does not repeat a write that failed with %s',
  async (code) => {
    const { write, calls } = createFailingWrite(1, code)
    await expect(retryOnConflict(write)).rejects.toMatchObject({ code })
    expect(calls()).toBe(1)
  },
)

test('retryOnConflict starts no attempt after the deadline of the request', async () => {
  const { write, calls } = createFailingWrite(Infinity, '40P01')
  const late = withDeadline(performance.now() + 20, () => retryOnConflict(write))
  await expect(late).rejects.toMatchObject({ code: '40P01' })
  expect(calls()).toBeLessThan(6)
})
