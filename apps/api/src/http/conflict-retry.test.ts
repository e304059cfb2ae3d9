import { expect, test } from 'vitest'
import { withDeadline } from '#src/database/pool/deadline-pool'
import { retryOnConflict } from './conflict-retry'

/** A write that fails so often before it succeeds. */
function failing(times: number, code: string) {
  let calls = 0
  const write = async () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error('ended'), { code })
    return 'written'
  }
  return { write, calls: () => calls }
}

test.each(['40001', '40P01', 'P2034'])('what lost a race (%s) is done again', async (code) => {
  const { write, calls } = failing(5, code)
  expect(await retryOnConflict(write)).toBe('written')
  expect(calls()).toBe(6)
})

test('what loses every race is given up', async () => {
  const { write, calls } = failing(Infinity, '40P01')
  await expect(retryOnConflict(write)).rejects.toMatchObject({ code: '40P01' })
  expect(calls()).toBe(6)
})

test.each(['23505', '23514', '55P03', '57014', '57P01', 'ECONNRESET'])(
  'what failed for another reason (%s) is not done a second time',
  async (code) => {
    const { write, calls } = failing(1, code)
    await expect(retryOnConflict(write)).rejects.toMatchObject({ code })
    expect(calls()).toBe(1)
  },
)

test('nothing is begun again after the last moment of a request', async () => {
  const { write, calls } = failing(Infinity, '40P01')
  const late = withDeadline(performance.now() + 20, () => retryOnConflict(write))
  await expect(late).rejects.toMatchObject({ code: '40P01' })
  expect(calls()).toBeLessThan(6)
})
