import { expect, test, vi } from 'vitest'

import { newIdempotencyKey } from './idempotency'

test('makes keys also where a page without HTTPS has no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(new Set(Array.from({ length: 100 }, newIdempotencyKey)).size).toBe(100)
})
