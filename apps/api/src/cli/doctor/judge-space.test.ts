import { expect, test } from 'vitest'
import { rateFreeSpace } from './machine-checks'

const gigabyte = 1024 ** 3

test.each([
  [3, 20, 'ok'],
  [3, 40, 'look'],
  [1.9, 10, 'look'],
  [0.2, 1, 'look'],
  [0.19, 1, 'wrong'],
  [0, 0, 'wrong'],
])('%d GB free of %d is %s', (free, size, state) => {
  expect(rateFreeSpace({ free: free * gigabyte, size: size * gigabyte })).toBe(state)
})
