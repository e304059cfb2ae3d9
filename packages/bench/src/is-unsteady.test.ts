import { expect, test } from 'vitest'
import { isUnsteady } from './is-unsteady'

test('an anchor whose best is 1.6 times its worst is not steady', () => {
  expect(isUnsteady([100, 130, 159])).toBe(false)
  expect(isUnsteady([100, 130, 160])).toBe(true)
})
