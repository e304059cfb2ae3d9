import { UnsupportedError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { type Fault, type FaultContext, type Findings, sumFindings } from './fault'
import { type FaultResult, runFaults } from './fault-runner'
import { drawTable, hasPassed } from './fault-table'

const context = {
  long: false,
  progress: () => {},
  onEnd: () => {},
} as Partial<FaultContext> as FaultContext
const noFindings: Findings = {
  ...sumFindings([]),
  acknowledged: 10,
  longest: { 'slowest start': 1_000 },
}

type Options = { seed?: number; on?: FaultContext; atLeast?: number }

async function run(
  play: () => Promise<Findings>,
  { seed, on = context, atLeast = 0 }: Options = {},
) {
  const lines: string[] = []
  const results: FaultResult[] = []
  const fault: Fault = {
    name: 'a-fault',
    rounds: { short: 2, long: 3 },
    atLeast,
    open: async () => play,
  }
  const options = { chosen: [fault], seed, print: (text: string) => void lines.push(text) }
  for await (const result of runFaults(on, { ...options, hasEnded: () => false }))
    results.push(result)
  return { lines, table: drawTable(results), passed: results.map(hasPassed) }
}

test('runFaults plays the rounds of the form, prints the seed of each, and adds up their findings', async () => {
  const { lines, table, passed } = await run(async () => noFindings)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^a-fault, round 2 of 2: npm run prove -- --only a-fault --seed \d+$/)
  expect(table).toMatch(/a-fault +2 +20 +0 +0 +0/)
  expect(passed).toEqual([true])
})

test('runFaults repeats a single round for a given seed, in the same form', async () => {
  const { lines } = await run(async () => noFindings, { seed: 123 })
  expect(lines).toEqual(['a-fault, round 1 of 1: npm run prove -- --only a-fault --seed 123'])
  const long = await run(async () => noFindings, { seed: 123, on: { ...context, long: true } })
  expect(long.lines[0]).toMatch('npm run prove -- --long --only a-fault --seed 123')
})

test.each(['lost', 'doubled', 'brokenInvariants', 'brokenPromises'] as const)(
  'a fault fails and shows the finding when %s has an entry',
  async (column) => {
    const { table, passed } = await run(async () => ({ ...noFindings, [column]: ['this one'] }), {
      seed: 1,
    })
    expect(passed).toEqual([false])
    expect(table).toContain('this one')
  },
)

test('drawTable shows a dash instead of a count that the fault does not make', async () => {
  const uncounted = ['lost', 'doubled'] as const
  const { table } = await run(async () => ({ ...noFindings, uncounted }))
  expect(table).toMatch(/a-fault +2 +20 +– +– +0/)
})

test('drawTable distinguishes an unsupported fault from a failed one', async () => {
  const failed = await run(async () => {
    throw new Error('No server.')
  })
  expect(failed.passed).toEqual([false])
  expect(failed.table).toMatch(/could not be played[^]*No server\./)
  const unsupported = await run(async () => {
    throw new UnsupportedError('No disk to fill.')
  })
  expect(unsupported.passed).toEqual([false])
  expect(unsupported.table).toMatch(/unsupported[^]*No disk to fill\./)
})

test.each([
  ['is unsupported', UnsupportedError],
  ['throws', Error],
])('drawTable shows the findings of earlier rounds when a later one %s', async (_, Failure) => {
  let rounds = 0
  const { table, passed } = await run(async () => {
    if ((rounds += 1) === 2) throw new Failure('No process to kill.')
    return { ...noFindings, lost: ['this sale'] }
  })
  expect(passed).toEqual([false])
  expect(table).toMatch(/a-fault +1 +10 +1 +0 +0 +round 2 could not be played/)
  expect(table).toMatch(/lost: this sale[^]*No process to kill\./)
  expect(table).not.toContain('unsupported')
})

test('a whole long run fails when it has too few writes, and a single round does not', async () => {
  const long = { ...context, long: true }
  const whole = await run(async () => noFindings, { on: long, atLeast: 31 })
  expect(whole.passed).toEqual([false])
  expect(whole.table).toContain('there were 30 writes, and at least 31 are required')
  expect((await run(async () => noFindings, { on: long, atLeast: 30 })).passed).toEqual([true])
  expect((await run(async () => noFindings, { seed: 1, on: long, atLeast: 31 })).passed).toEqual([
    true,
  ])
  expect((await run(async () => noFindings, { atLeast: 31 })).passed).toEqual([true])
})
