import { expect, test } from 'vitest'

import { foldText } from './text-search'

test.each([
  ['Émilie', 'emilie'],
  ['E\u0301MILIE', 'emilie'],
  ['İstanbul', 'istanbul'],
  ['Łódź', 'łodz'],
  ['ﬁle № ５', 'file no 5'],
  ['a.b+c@stockie.test', 'a.b+c@stockie.test'],
  ['Καλημέρα', 'καλημερα'],
  ['', ''],
])('foldText folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})
