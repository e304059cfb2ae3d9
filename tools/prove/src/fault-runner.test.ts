import { UnsupportedError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import { type Fault, type FaultContext, type Found, sumFindings } from './fault'
import { type Ran, runFaults } from './fault-runner'
import { drawTable, hasPassed } from './fault-table'

const ground = {
  long: false,
  progress: () => {},
  onEnd: () => {},
} as Partial<FaultContext> as FaultContext
const nothing: Found = { ...sumFindings([]), acknowledged: 10, longest: { 'slowest start': 1_000 } }

type Options = { seed?: number; on?: FaultContext; atLeast?: number }

async function run(play: () => Promise<Found>, { seed, on = ground, atLeast = 0 }: Options = {}) {
  const said: string[] = []
  const ran: Ran[] = []
  const fault: Fault = {
    name: 'a-fault',
    rounds: { short: 2, long: 3 },
    atLeast,
    open: async () => play,
  }
  const options = { chosen: [fault], seed, say: (text: string) => void said.push(text) }
  for await (const one of runFaults(on, { ...options, hasEnded: () => false })) ran.push(one)
  return { said, table: drawTable(ran), kept: ran.map(hasPassed) }
}

test('plays as many rounds as the form has, tells the seed of each, and adds them up', async () => {
  const { said, table, kept } = await run(async () => nothing)
  expect(said).toHaveLength(2)
  expect(said[1]).toMatch(/^a-fault, round 2 of 2: npm run prove -- --only a-fault --seed \d+$/)
  expect(table).toMatch(/a-fault +2 +20 +0 +0 +0/)
  expect(kept).toEqual([true])
})

test('plays one round again by its seed, in the form that it had', async () => {
  const { said } = await run(async () => nothing, { seed: 123 })
  expect(said).toEqual(['a-fault, round 1 of 1: npm run prove -- --only a-fault --seed 123'])
  const long = await run(async () => nothing, { seed: 123, on: { ...ground, long: true } })
  expect(long.said[0]).toMatch('npm run prove -- --long --only a-fault --seed 123')
})

test.each(['lost', 'doubled', 'broken', 'unkept'] as const)(
  'has not kept its promise where anything is %s, and says what',
  async (what) => {
    const { table, kept } = await run(async () => ({ ...nothing, [what]: ['this one'] }), {
      seed: 1,
    })
    expect(kept).toEqual([false])
    expect(table).toContain('this one')
  },
)

test('shows no number where the fault does not count', async () => {
  const uncounted = ['lost', 'doubled'] as const
  const { table } = await run(async () => ({ ...nothing, uncounted }))
  expect(table).toMatch(/a-fault +2 +20 +– +– +0/)
})

test('tells apart what could not be played here and what failed', async () => {
  const failed = await run(async () => {
    throw new Error('No server.')
  })
  expect(failed.kept).toEqual([false])
  expect(failed.table).toMatch(/could not be played[^]*No server\./)
  const notHere = await run(async () => {
    throw new UnsupportedError('No disk to fill.')
  })
  expect(notHere.kept).toEqual([false])
  expect(notHere.table).toMatch(/not here[^]*No disk to fill\./)
})

test.each([
  ['is not possible', UnsupportedError],
  ['fails', Error],
])('shows what earlier rounds have found where a later one %s', async (_, Failure) => {
  let rounds = 0
  const { table, kept } = await run(async () => {
    if ((rounds += 1) === 2) throw new Failure('No process to kill.')
    return { ...nothing, lost: ['this sale'] }
  })
  expect(kept).toEqual([false])
  expect(table).toMatch(/a-fault +1 +10 +1 +0 +0 +round 2 could not be played/)
  expect(table).toMatch(/lost: this sale[^]*No process to kill\./)
  expect(table).not.toContain('not here')
})

test('finds the long form too short where it has too few writes, and one round alone not', async () => {
  const long = { ...ground, long: true }
  const whole = await run(async () => nothing, { on: long, atLeast: 31 })
  expect(whole.kept).toEqual([false])
  expect(whole.table).toContain('there were 30 writes, and it takes 31 to believe it')
  expect((await run(async () => nothing, { on: long, atLeast: 30 })).kept).toEqual([true])
  expect((await run(async () => nothing, { seed: 1, on: long, atLeast: 31 })).kept).toEqual([true])
  expect((await run(async () => nothing, { atLeast: 31 })).kept).toEqual([true])
})
