import { expect, test } from 'vitest'
import type { ScalingFigures } from './scaling'
import { drawScaling } from './scaling-report'

const timings = { count: 450, p50: 4.4, p99: 20.6, max: 31 }

const figures: ScalingFigures = {
  capacities: [
    {
      size: '1m',
      apis: 3,
      salesPerSecond: 701.4,
      p99: 90,
      node: 1.2,
      postgres: 1.5,
      growth: { rows: 10, bytes: 2_000, walBytes: 5_000 },
    },
  ],
  backup: { backupSeconds: 61.2, restoreSeconds: 70, fileBytes: 92e6, databaseBytes: 1_100e6 },
  tills: [
    {
      tills: 200,
      products: 1_000,
      secondsBetweenSales: 20,
      seconds: 45,
      sales: timings,
      polls: timings,
      lists: { ...timings, p99: 55.5 },
      bytes: 90e6,
      recorded: 600,
      recordedInTime: 450,
      uncertain: 1,
      cancelledLists: 3,
      failures: { 'sales 503': 2 },
      cpu: 9_000,
      node: 45_000,
      postgres: 22_500,
    },
  ],
}

test('drawScaling shows the rates, the sizes of a year, and what the tills saw', () => {
  const lines = drawScaling(figures)
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect(lines).toContainEqual(['1m', '3', '701', '90', '1.20', '1.50'])
  // 100 tills sell 4.5 million times a year.
  expect(lines).toContainEqual(['100', '4500000', '45.0', '9.0', '22.5'])
  expect(lines).toContainEqual([
    '1000',
    '200',
    '10.0',
    '10.0',
    '4',
    '21',
    '21',
    '4',
    '56',
    '2.0',
    '1.00',
    '0.50',
    '0.20',
    '3',
    '2 × sales 503',
  ])
  expect(drawScaling(figures)).toContain('database 1100 MB, backup 61 s, file 92 MB, restore 70 s')
})

test('drawScaling shows the steps that are done', () => {
  expect(drawScaling({})).toBe('')
  expect(drawScaling({ tills: figures.tills })).toMatch(/^products/)
})
