import { expect, test } from 'vitest'

import { blankDraft, isBlankDraft } from './draft'

test.each([
  ['', true],
  ['0.00', true],
  ['-0', true],
  ['1', false],
  // It counts as 0, but the user can see it.
  ['much', false],
])('isBlankDraft for %j as discount or shipping fees is %s', (typed, blank) => {
  expect(isBlankDraft({ ...blankDraft, discount: typed })).toBe(blank)
  expect(isBlankDraft({ ...blankDraft, shippingFees: typed })).toBe(blank)
})
