import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLagMeter } from './standby-lag'

const log = { warn: vi.fn<(text: string) => void>(), info: vi.fn<(text: string) => void>() }
let meter: ReturnType<typeof createLagMeter>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.clearAllMocks()
  meter = createLagMeter(log as never)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A read that the standby is too far behind for, some time after the read before. Positions are letters here. */
function readBehind(replayed: string, newest: string, laterMs: number): boolean {
  vi.advanceTimersByTime(laterMs)
  return meter.noteBehind({ replayed, newest })
}

test('a standby that is behind every read by a few milliseconds is not left alone', () => {
  let primary = 'b'.charCodeAt(0)
  for (let read = 0; read < 20; read += 1) {
    const replayed = String.fromCharCode(primary - 1)
    expect(readBehind(replayed, String.fromCharCode(primary), 20)).toBe(false)
    primary += 1
  }
})

test('a standby that has stopped is left alone from a second and three reads on', () => {
  const reads = [0, 900, 50, 100, 2_000].map((laterMs) => readBehind('a', 'b', laterMs))
  expect(reads).toEqual([false, false, false, true, true])
  // It has what the primary had then, and lacks only later changes.
  expect(readBehind('b', 'c', 1_000)).toBe(false)
})

test('a standby that is far behind is not left alone as long as it answers some reads', () => {
  for (let read = 0; read < 4; read += 1) {
    expect(readBehind('a', 'b', 1_000)).toBe(false)
    expect(readBehind('a', 'b', 1_000)).toBe(false)
    meter.noteAnswer('a')
  }
  readBehind('a', 'b', 0)
  readBehind('a', 'b', 0)
  expect(readBehind('a', 'b', 0)).toBe(true)
})

test('a standby that is behind for 30 seconds is warned about once, and again after it has caught up', () => {
  readBehind('a', 'b', 0)
  readBehind('a', 'c', 29_000)
  expect(log.warn).not.toHaveBeenCalled()
  readBehind('a', 'd', 2_000)
  readBehind('a', 'd', 2_000)
  // It moves, but it is as far behind as before.
  readBehind('b', 'e', 0)
  meter.noteAnswer('b')
  readBehind('b', 'e', 31_000)
  expect(log.warn.mock.calls).toEqual([
    [expect.stringMatching(/^The standby is more than 30 seconds behind\./)],
  ])
  expect(log.info).not.toHaveBeenCalled()

  meter.noteAnswer('e')
  meter.noteAnswer('f')
  expect(log.info.mock.calls).toEqual([['The standby has caught up.']])
  readBehind('f', 'g', 0)
  expect(log.warn).toHaveBeenCalledTimes(1)
  readBehind('f', 'g', 31_000)
  expect(log.warn).toHaveBeenCalledTimes(2)
})

test('a position that no server has reached tells nothing about the standby', () => {
  // The client claims to have seen more than the primary has, and the standby has all of that.
  const reads = [0, 1_000, 1_000, 1_000, 40_000].map((laterMs) => readBehind('b', 'b', laterMs))
  expect(reads).not.toContain(true)
  expect(log.warn).not.toHaveBeenCalled()
})
