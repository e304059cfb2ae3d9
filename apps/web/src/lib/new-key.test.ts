import { expect, test, vi } from 'vitest'

import { newKey } from './new-key'

test('makes keys also where a page without HTTPS has no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100)
})
