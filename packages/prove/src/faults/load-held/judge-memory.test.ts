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
    'PostgreSQL had 10 MB of memory at first, 20 MB at last and 20 MB at most, by 100 looks: in the last fifth of the time 1.00 times what it had in the second.',
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

test.each([1, 4])('%d looks are too few', (count) => {
  const few = (flat ?? []).slice(0, count)
  const { remarks, unkept } = judgeMemory({ api: few, postgres: flat ?? [] })
  expect(remarks[0]).toMatch(`at most, by ${count} looks: too few to say what grew.`)
  expect(unkept).toEqual([
    `${count} looks at the memory of the API are too few to say that it did not grow`,
  ])
})

test('says so where nobody tells what PostgreSQL has', () => {
  const { remarks, unkept } = judgeMemory({ api: flat ?? [], postgres: [] })
  expect(remarks[1]).toBe('How much memory PostgreSQL had could not be read here.')
  expect(unkept).toEqual([])
})
