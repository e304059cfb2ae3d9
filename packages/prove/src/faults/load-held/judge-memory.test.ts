import { expect, test } from 'vitest'
import { judgeMemory } from './judge-memory'

const [flat, leaking] = [20, 30].map((last) =>
  Array.from(
    { length: 100 },
    (_, at) => (10 + Math.min(10, at) + ((last - 20) * at) / 100) * 2 ** 20,
  ),
)

test('keeps what was once needed, and tells what it came to', () => {
  const { remarks, unkept } = judgeMemory({ api: flat ?? [], postgres: flat ?? [] })
  expect(unkept).toEqual([])
  expect(remarks[1]).toBe(
    'PostgreSQL had 10 MB of memory at first, 20 MB at last and 20 MB at most: in the last fifth of the time 1.00 times what it had in the second.',
  )
})

test.each([
  ['the API', { api: leaking ?? [], postgres: flat ?? [] }],
  ['PostgreSQL', { api: flat ?? [], postgres: leaking ?? [] }],
])('%s must not grow on', (name, memory) => {
  expect(judgeMemory(memory).unkept).toEqual([
    `the memory of ${name} grew on, in the last fifth to 1.26 times what it had in the second`,
  ])
})

test('says so where nobody tells what PostgreSQL has', () => {
  const { remarks, unkept } = judgeMemory({ api: flat ?? [], postgres: [] })
  expect(remarks[1]).toMatch('How much memory PostgreSQL had is not told here')
  expect(unkept).toEqual([])
})
