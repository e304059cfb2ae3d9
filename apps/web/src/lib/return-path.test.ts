import { expect, test } from 'vitest'

import { comingFrom, returnPath } from './return-path'

test('brings back the whole address', () => {
  const location = { pathname: '/sales', search: '?from=2026-01-01', hash: '#top' }
  expect(returnPath(comingFrom({ ...location, state: null, key: 'k' }))).toBe(
    '/sales?from=2026-01-01#top',
  )
})

test.each([null, undefined, 'x', {}, { from: 7 }, { from: '//evil.test' }, { from: 'evil.test' }])(
  'leads home from %o',
  (state) => {
    expect(returnPath(state)).toBe('/')
  },
)
