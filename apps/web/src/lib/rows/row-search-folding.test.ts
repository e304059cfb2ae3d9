import { expect, test } from 'vitest'

import { foldText } from './row-search'

test.each([
  ['Émilie', 'emilie'],
  ['E\u0301MILIE', 'emilie'],
  ['İstanbul', 'istanbul'],
  ['Łódź', 'łodz'],
  ['ﬁle № ５', 'file no 5'],
  ['a.b+c@stockie.test', 'a.b+c@stockie.test'],
  ['Καλημέρα', 'καλημερα'],
  ['', ''],
])('%s is found as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})
