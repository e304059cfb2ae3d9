import { NotHere } from '@stockie/stage/not-here'
import { expect, test } from 'vitest'
import { drawTable } from './draw-table'
import type { Fault, Found } from './fault'
import type { Ground } from './ground'
import { isKept } from './is-kept'
import { runFaults, type Ran } from './run-faults'

const ground = { long: false, progress: () => {}, onEnd: () => {} } as Partial<Ground> as Ground
const nothing: Found = {
  acknowledged: 10,
  lost: [],
  doubled: [],
  broken: [],
  unkept: [],
  longest: { 'slowest start': 1_000 },
}

async function run(play: () => Promise<Found>, seed?: number, on = ground) {
  const said: string[] = []
  const ran: Ran[] = []
  const fault: Fault = {
    name: 'a-fault',
    rounds: { short: 2, long: 3 },
    open: async () => play,
  }
  const options = { chosen: [fault], seed, say: (text: string) => void said.push(text) }
  for await (const one of runFaults(on, { ...options, hasEnded: () => false })) ran.push(one)
  return { said, table: drawTable(ran), kept: ran.map(isKept) }
}

test('plays as many rounds as the form has, tells the seed of each, and adds them up', async () => {
  const { said, table, kept } = await run(async () => nothing)
  expect(said).toHaveLength(2)
  expect(said[1]).toMatch(/^a-fault, round 2 of 2: npm run prove -- --only a-fault --seed \d+$/)
  expect(table).toMatch(/a-fault +2 +20 +0 +0 +0/)
  expect(kept).toEqual([true])
})

test('plays one round again by its seed, in the form that it had', async () => {
  const { said } = await run(async () => nothing, 123)
  expect(said).toEqual(['a-fault, round 1 of 1: npm run prove -- --only a-fault --seed 123'])
  const long = await run(async () => nothing, 123, { ...ground, long: true })
  expect(long.said[0]).toMatch('npm run prove -- --long --only a-fault --seed 123')
})

test.each(['lost', 'doubled', 'broken', 'unkept'] as const)(
  'has not kept its promise where anything is %s, and says what',
  async (what) => {
    const { table, kept } = await run(async () => ({ ...nothing, [what]: ['this one'] }), 1)
    expect(kept).toEqual([false])
    expect(table).toContain('this one')
  },
)

test('tells apart what could not be played here and what failed', async () => {
  const failed = await run(async () => {
    throw new Error('No server.')
  })
  expect(failed.kept).toEqual([false])
  expect(failed.table).toMatch(/could not be played[^]*No server\./)
  const notHere = await run(async () => {
    throw new NotHere('No disk to fill.')
  })
  expect(notHere.kept).toEqual([false])
  expect(notHere.table).toMatch(/not here[^]*No disk to fill\./)
})
