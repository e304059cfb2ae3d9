import { expect, test } from 'vitest'
import type { LoadReport } from '#src/load/plan'
import { judgeLoad } from './judge-load'

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
