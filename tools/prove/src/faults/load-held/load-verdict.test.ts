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

test('judgeLoad reports the rates of sales and reads and the delay of the generator', () => {
  const { remarks, brokenPromises, longest } = judgeLoad(report)
  expect(remarks).toEqual(['1,200 sales in 4 s, 300.0 a second, and 2 reads, 0.5 a second.'])
  expect(brokenPromises).toEqual([])
  expect(longest).toMatchObject({ 'slowest sale': 1_199, 'longest delay of the generator': 7 })
})

test('judgeLoad reports a read that takes over ten seconds', () => {
  const reads = [{ path: '/api/v1/products', waits: [11_000, 40] }]
  expect(judgeLoad({ ...report, reads }).brokenPromises).toEqual([
    '1 of 2 reads of /api/v1/products took over 10 s, the slowest 11.0 s',
  ])
})

const [flat, leaking] = [20, 30].map((last) =>
  Array.from(
    { length: 100 },
    (_, at) => (10 + Math.min(10, at) + ((last - 20) * at) / 100) * 2 ** 20,
  ),
)

test('judgeMemory accepts memory that stays flat after the warm-up, and reports it', () => {
  const { remarks, brokenPromises } = judgeMemory({ api: flat ?? [], postgres: flat ?? [] })
  expect(brokenPromises).toEqual([])
  expect(remarks[1]).toBe(
    'Memory of PostgreSQL: 10 MB at the start, 20 MB at the end, 20 MB at most, in 100 samples; the last fifth has 1.00 times the second fifth.',
  )
})

test.each([
  ['the API', { api: leaking ?? [], postgres: flat ?? [] }],
  ['PostgreSQL', { api: flat ?? [], postgres: leaking ?? [] }],
])('judgeMemory reports that the memory of %s kept growing', (name, memory) => {
  expect(judgeMemory(memory).brokenPromises).toEqual([
    `the memory of ${name} kept growing: the last fifth has 1.26 times the second fifth`,
  ])
})

test.each([1, 4])('judgeMemory rejects %d samples as too few', (count) => {
  const few = (flat ?? []).slice(0, count)
  const { remarks, brokenPromises } = judgeMemory({ api: few, postgres: flat ?? [] })
  expect(remarks[0]).toMatch(`at most, in ${count} samples; too few to measure growth.`)
  expect(brokenPromises).toEqual([
    `${count} samples of the memory of the API are too few to rule out growth`,
  ])
})

test('judgeMemory only remarks when the memory of PostgreSQL could not be read', () => {
  const { remarks, brokenPromises } = judgeMemory({ api: flat ?? [], postgres: [] })
  expect(remarks[1]).toBe('The memory of PostgreSQL could not be read on this machine.')
  expect(brokenPromises).toEqual([])
})
