import { expect, test } from 'vitest'
import type { LoadReport } from './load-plan'
import { judgeLoad, judgeMemory } from './load-verdict'

const report: LoadReport = {
  documents: [],
  failed: [],
  sales: Array.from({ length: 1_200 }, (_, at) => at),
  late: [0, 1, 7],
  reads: [{ path: '/api/v1/products', waits: [9_999, 40] }],
  took: 4_000,
}

test('tells how much was sold and read, and how late the generator itself was', () => {
  const { remarks, unkept, longest } = judgeLoad(report)
  expect(remarks).toEqual(['1,200 sales in 4 s, 300.0 a second, and 2 reads, 0.5 a second.'])
  expect(unkept).toEqual([])
  expect(longest).toMatchObject({ 'the slowest sale': 1_199, 'the latest of them': 7 })
})

test('a read that takes over ten seconds is told', () => {
  const reads = [{ path: '/api/v1/products', waits: [11_000, 40] }]
  expect(judgeLoad({ ...report, reads }).unkept).toEqual([
    '1 of 2 reads of /api/v1/products took over 10 s, one of them 11.0 s',
  ])
})

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
