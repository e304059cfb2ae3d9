import { UnsupportedError } from '@stockie/testkit/errors'
import { expect, test } from 'vitest'
import type { Bench, Measure, Outcome } from './bench'
import { type MeasureResult, runMeasures } from './measure-runner'

const bench: Bench = {
  quick: true,
  rounds: 3,
  seconds: 1,
  folder: '',
  postmaster: 0,
  database: () => Promise.reject(new Error('No database here.')),
  progress: () => {},
  onEnd: () => {},
  onExit: () => {},
}

const bound = { atLeast: 1 }
function measure(id: string, run: (context: Bench) => Promise<Outcome>): Measure {
  return { row: { id, name: id, anchor: 'itself', goal: bound, moonshot: bound }, run }
}
const outcome: Outcome = { rounds: [1], shown: [] }

async function runAll(context: Bench, chosen: Measure[]): Promise<MeasureResult[]> {
  const results: MeasureResult[] = []
  for await (const result of runMeasures(context, chosen, () => false)) results.push(result)
  return results
}

test('runMeasures reports failed and unsupported measures and continues with the next one', async () => {
  const results = await runAll(bench, [
    measure('A', () => Promise.reject(new Error('It broke.'))),
    measure('B', () => Promise.reject(new UnsupportedError('No /proc here.'))),
    measure('C', async () => outcome),
  ])
  expect(results).toMatchObject([
    { row: { id: 'A' }, failure: 'It broke.' },
    { row: { id: 'B' }, unsupported: 'No /proc here.' },
    { row: { id: 'C' }, verdict: 'moonshot' },
  ])
})

test('runMeasures closes everything that a measure opened, last first, even if the measure fails', async () => {
  const log: string[] = []
  const opening = (name: string) =>
    measure(name, async ({ onEnd }) => {
      log.push(`${name} opens`)
      onEnd(() => void log.push(`${name} closes the first`))
      onEnd(() => void log.push(`${name} closes the second`))
      throw new Error('It broke.')
    })
  await runAll(bench, [opening('A'), opening('B')])
  expect(log).toEqual([
    'A opens',
    'A closes the second',
    'A closes the first',
    'B opens',
    'B closes the second',
    'B closes the first',
  ])
})

test('runMeasures drops the databases of a measure before the next one runs', async () => {
  const log: string[] = []
  const database: Bench['database'] = async (size) => {
    log.push(`opens ${size}`)
    return { url: '', query: async () => [], drop: async () => void log.push(`drops ${size}`) }
  }
  const openShop = (size: '100k' | '1m') =>
    measure(size, async (context) => {
      await context.database(size)
      return outcome
    })
  await runAll({ ...bench, database }, [openShop('100k'), openShop('1m')])
  expect(log).toEqual(['opens 100k', 'drops 100k', 'opens 1m', 'drops 1m'])
})

test('runMeasures yields each result before the next measure runs', async () => {
  const log: string[] = []
  const running = (id: string) =>
    measure(id, async () => {
      log.push(`${id} runs`)
      return outcome
    })
  for await (const { row } of runMeasures(bench, [running('A'), running('B')], () => false))
    log.push(`${row.id} is yielded`)
  expect(log).toEqual(['A runs', 'A is yielded', 'B runs', 'B is yielded'])
})

test('runMeasures stops at the shutdown and does not report the interrupted measure as failed', async () => {
  const log: string[] = []
  let hasEnded = false
  const interrupted = measure('B', () => {
    hasEnded = true
    return Promise.reject(new Error('The connection was closed.'))
  })
  const last = measure('C', async () => {
    log.push('C runs')
    return outcome
  })
  const chosen = [measure('A', async () => outcome), interrupted, last]
  for await (const { row } of runMeasures(bench, chosen, () => hasEnded)) log.push(row.id)
  expect(log).toEqual(['A'])
})
