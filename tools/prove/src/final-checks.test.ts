import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { expect, test } from 'vitest'
import { type Fault, type FaultContext, type FinalCheck, sumFindings } from './fault'
import { type FaultResult, runFaults } from './fault-runner'

const noFindings = { ...sumFindings([]), acknowledged: 10 }

/** A fault of two rounds, with a shop and a program on it. */
async function run(check: FinalCheck, endsRound = (_round: number) => {}) {
  const order: string[] = []
  const shop = {
    drop: async () => void order.push('the shop is dropped'),
  } as Partial<ShopDatabase> as ShopDatabase
  const context = {
    long: false,
    progress: () => {},
    onEnd: () => {},
    openShop: async () => shop,
  } as Partial<FaultContext> as FaultContext
  const fault: Fault = {
    name: 'a-fault',
    rounds: { short: 2, long: 2 },
    open: async ({ openShop, onEnd }) => {
      const own = await openShop()
      onEnd(() => void order.push('the program ends'))
      return async ({ number, addFinalCheck }) => {
        addFinalCheck(own, () => {
          order.push(`the check of round ${number}`)
          return check()
        })
        endsRound(number)
        return noFindings
      }
    },
  }
  const results: FaultResult[] = []
  const options = { chosen: [fault], seed: undefined, print: () => {}, hasEnded: () => false }
  for await (const result of runFaults(context, options)) results.push(result)
  return { order, results }
}

test('runFaults runs the last final check after the API has ended and before the shop is dropped', async () => {
  const { order, results } = await run(async () => ({ lost: ['a sale'], doubled: ['another'] }))
  expect(order).toEqual(['the program ends', 'the check of round 2', 'the shop is dropped'])
  const found = { ...noFindings, acknowledged: 20, uncounted: [], remarks: [] }
  const late = { lost: ['after the end: a sale'], doubled: ['after the end: another'] }
  expect(results).toEqual([{ name: 'a-fault', rounds: 2, found: { ...found, ...late } }])
})

test('a final check that fails counts as a broken promise', async () => {
  const { order, results } = await run(() => Promise.reject(new Error('No server.')))
  expect(order.at(-1)).toBe('the shop is dropped')
  const brokenPromises = ['after the end: the shop could not be checked: Error: No server.']
  expect(results).toMatchObject([{ found: { brokenPromises } }])
})

test('runFaults ignores the final check of a fault whose round failed', async () => {
  const { results } = await run(
    async () => ({ lost: [], doubled: ['a write of that round'] }),
    (round) => {
      if (round === 2) throw new Error('No process to kill.')
    },
  )
  expect(results).toMatchObject([
    { rounds: 1, failure: 'No process to kill.', found: { doubled: [] } },
  ])
})
