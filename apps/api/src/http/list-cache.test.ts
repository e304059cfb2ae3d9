import { expect, test } from 'vitest'
import { createJsonBody } from './response-body'
import { createListCache } from './list-cache'

const list = (bytes: number) => ({
  revision: '1',
  total: null,
  body: createJsonBody('x'.repeat(bytes)),
})

test('a list is kept until it is read anew', () => {
  const lists = createListCache()
  const [first, second] = [list(10), list(20)]
  lists.keep('a', first)
  expect(lists.find('a')).toBe(first)
  lists.keep('a', second)
  expect(lists.find('a')).toBe(second)
  expect(lists.find('b')).toBeUndefined()
})

test('of too many bytes those go first that nobody has asked for in the longest time', () => {
  const lists = createListCache({ all: 45_000, one: 10_000 })
  for (const key of ['a', 'b', 'c']) lists.keep(key, list(3_000))
  lists.find('a')
  lists.keep('d', list(3_000))
  expect(['a', 'b', 'c', 'd'].filter((key) => lists.find(key))).toEqual(['a', 'c', 'd'])
})

test('thousands of short ones are too much as well', () => {
  const lists = createListCache({ all: 500_000, one: 10_000 })
  for (let key = 0; key < 1_000; key += 1) lists.keep(String(key), list(2))
  const kept = Array.from({ length: 1_000 }, (_, key) => lists.find(String(key))).filter(Boolean)
  expect(kept.length).toBeLessThan(51)
  expect(lists.find('999')).toBeDefined()
})

test('what is too long is not kept, and nothing older in its place', () => {
  const lists = createListCache({ all: 20_000, one: 10_000 })
  lists.keep('a', list(10))
  lists.keep('a', list(10_001))
  expect(lists.find('a')).toBeUndefined()
})
