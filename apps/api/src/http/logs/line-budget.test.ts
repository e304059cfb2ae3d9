import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLineBudget, type Surplus } from './line-budget'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openBudget(limits: Partial<Parameters<typeof createLineBudget>[0]> = {}) {
  const sums: Surplus[] = []
  const defaults = { seconds: 60, perKey: 2, maxKeys: 3, inAll: 100 }
  const budget = createLineBudget({ ...defaults, ...limits }, (sum) => void sums.push(sum))
  const takeEach = (keys: string) => Array.from(keys, (key) => budget.take(key, `kind ${key}`))
  return { ...budget, sums, takeEach }
}

test('a line budget gives each key its lines, and reports the rest by kind when the window ends', () => {
  const { take, sums } = openBudget()
  const taken = ['401', '401', '401', '404', '404'].map((kind) => take('a', kind))
  expect(taken).toEqual([true, true, false, false, false])
  expect(take('b', '401')).toBe(true)
  vi.advanceTimersByTime(59_999)
  expect(sums).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sums).toEqual([{ key: 'a', count: 3, kinds: { 401: 1, 404: 2 } }])
  expect(take('a', '401')).toBe(true)
})

test('a line budget counts keys beyond its limit together', () => {
  const { takeEach, flush, sums } = openBudget()
  expect(takeEach('abcdefda')).toEqual([true, true, true, true, true, false, false, true])
  flush()
  expect(sums).toEqual([{ key: 'others', count: 2, kinds: { 'kind f': 1, 'kind d': 1 } }])
})

test('a line budget limits the lines of all keys together', () => {
  const { takeEach, flush, sums } = openBudget({ inAll: 3 })
  expect(takeEach('abaabc')).toEqual([true, true, true, false, false, false])
  flush()
  expect(sums.map(({ key, count }) => [key, count])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  expect(takeEach('c')).toEqual([true])
})

test('a line budget has no timer before the first call and after a flush', () => {
  const { take, flush } = openBudget()
  expect(vi.getTimerCount()).toBe(0)
  take('a', 'kind')
  expect(vi.getTimerCount()).toBe(1)
  flush()
  expect(vi.getTimerCount()).toBe(0)
})
