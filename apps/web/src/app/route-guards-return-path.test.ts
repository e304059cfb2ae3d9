import { expect, test } from 'vitest'

import { toReturnState, returnPath } from './route-guards'

test('returnPath restores path, query and hash', () => {
  const location = { pathname: '/sales', search: '?from=2026-01-01', hash: '#top' }
  expect(returnPath(toReturnState({ ...location, state: null, key: 'k' }))).toBe(
    '/sales?from=2026-01-01#top',
  )
})

test.each([null, undefined, 'x', {}, { from: 7 }, { from: '//evil.test' }, { from: 'evil.test' }])(
  'returnPath of the state %o is /',
  (state) => {
    expect(returnPath(state)).toBe('/')
  },
)
