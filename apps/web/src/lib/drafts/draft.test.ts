import { expect, test } from 'vitest'

import { blankDraft, isBlankDraft } from './draft'

test.each([
  ['', true],
  ['0.00', true],
  ['-0', true],
  ['1', false],
  // It counts as 0, but stands there to be seen.
  ['5,50', false],
])('a draft with %j as its discount or shipping is blank: %s', (typed, blank) => {
  expect(isBlankDraft({ ...blankDraft, discount: typed })).toBe(blank)
  expect(isBlankDraft({ ...blankDraft, shippingFees: typed })).toBe(blank)
})
