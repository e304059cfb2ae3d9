import { expect, test, vi } from 'vitest'

import { newIdempotencyKey } from './idempotency'

test('newIdempotencyKey works without crypto.randomUUID, as on a page without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(new Set(Array.from({ length: 100 }, newIdempotencyKey)).size).toBe(100)
})
