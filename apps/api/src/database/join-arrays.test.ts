import { expect, test } from 'vitest'
import { joinArrays } from '#src/database/sql/list-reader'

test.each([
  [['[]'], '[]'],
  [['[1]'], '[1]'],
  [['[{"name":"Tea, 2"}]', '[1, 2]', '["Ünï ☕"]'], '[{"name":"Tea, 2"},1, 2,"Ünï ☕"]'],
])('%j are one array', (arrays, joined) => {
  expect(joinArrays(arrays).toString()).toBe(joined)
})
