import { expect, test } from 'vitest'
import { createJsonBody } from '#src/http/response-body'
import { createListCache } from './list-etag-cache'

const list = (bytes: number) => ({
  revision: '1',
  total: null,
  body: createJsonBody('x'.repeat(bytes)),
})

test('the list cache returns a list until a newer one replaces it', () => {
  const lists = createListCache()
  const [first, second] = [list(10), list(20)]
  lists.set('a', first)
  expect(lists.get('a')).toBe(first)
  lists.set('a', second)
  expect(lists.get('a')).toBe(second)
  expect(lists.get('b')).toBeUndefined()
})

test('the list cache evicts the least recently used list when it exceeds its limit of bytes', () => {
  const lists = createListCache({ maxBytes: 45_000, maxListBytes: 10_000 })
  for (const key of ['a', 'b', 'c']) lists.set(key, list(3_000))
  lists.get('a')
  lists.set('d', list(3_000))
  expect(['a', 'b', 'c', 'd'].filter((key) => lists.get(key))).toEqual(['a', 'c', 'd'])
})

test('the list cache counts an overhead for each list, so thousands of short ones are evicted too', () => {
  const lists = createListCache({ maxBytes: 500_000, maxListBytes: 10_000 })
  for (let key = 0; key < 1_000; key += 1) lists.set(String(key), list(2))
  const kept = Array.from({ length: 1_000 }, (_, key) => lists.get(String(key))).filter(Boolean)
  expect(kept.length).toBeLessThan(51)
  expect(lists.get('999')).toBeDefined()
})

test('the list cache stores no list above the size limit and drops its older version', () => {
  const lists = createListCache({ maxBytes: 20_000, maxListBytes: 10_000 })
  lists.set('a', list(10))
  lists.set('a', list(10_001))
  expect(lists.get('a')).toBeUndefined()
})
