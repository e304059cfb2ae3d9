import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createReadTurns } from './read-turns'

/** A read that ends when the test says so. */
function createRead() {
  let end: (result: string) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const result = new Promise<string>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { run: vi.fn<() => Promise<string>>(() => result), end, fail }
}

test('callers share the read that begins after they came, and not the one that runs', async () => {
  const turns = createReadTurns<string>()
  const [first, second, third] = [createRead(), createRead(), createRead()]
  const running = turns.take('a', first.run)
  const waiting = [turns.take('a', second.run), turns.take('a', third.run)]
  expect(turns.isFree('a')).toBe(false)
  expect(turns.isFree('b')).toBe(true)
  await wait(5)
  expect(second.run).not.toHaveBeenCalled()
  first.end('old')
  expect(await running).toBe('old')
  await vi.waitFor(() => expect(second.run).toHaveBeenCalled())
  const late = turns.take('a', third.run)
  second.end('new')
  expect(await Promise.all(waiting)).toEqual(['new', 'new'])
  await vi.waitFor(() => expect(third.run).toHaveBeenCalledOnce())
  third.end('newest')
  expect(await late).toBe('newest')
  await vi.waitFor(() => expect(turns.isFree('a')).toBe(true))
})

test('all who share a read get its error, and the next read runs', async () => {
  const turns = createReadTurns<string>()
  const [first, second] = [createRead(), createRead()]
  const running = turns.take('a', first.run)
  const waiting = [turns.take('a', second.run), turns.take('a', second.run)]
  first.fail(new Error('first'))
  await expect(running).rejects.toThrow('first')
  await vi.waitFor(() => expect(second.run).toHaveBeenCalled())
  second.fail(new Error('second'))
  for (const shared of waiting) await expect(shared).rejects.toThrow('second')
  await vi.waitFor(() => expect(turns.isFree('a')).toBe(true))
  expect(await turns.take('a', async () => 'third')).toBe('third')
})

test.each([
  [2, 50],
  [70, 70],
  [400, 100],
])('a read of %i ms is followed by a pause of %i ms', async (duration, pause) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const pauses: number[] = []
    const turns = createReadTurns<string>(async (milliseconds) => pauses.push(milliseconds))
    const first = createRead()
    void turns.take('a', first.run)
    await vi.advanceTimersByTimeAsync(duration)
    first.end('first')
    expect(await turns.take('a', async () => 'next')).toBe('next')
    expect(pauses[0]).toBeCloseTo(pause)
  } finally {
    vi.useRealTimers()
  }
})
