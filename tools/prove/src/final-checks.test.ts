import type { ShopDatabase } from '@stockie/testkit/shop-databases'
import { expect, test } from 'vitest'
import { type Fault, type FaultContext, type FinalCheck, sumFindings } from './fault'
import { type Ran, runFaults } from './fault-runner'

const nothing = { ...sumFindings([]), acknowledged: 10 }

/** A fault of two rounds, with a shop and a program on it. */
async function run(look: FinalCheck, endsRound = (_round: number) => {}) {
  const order: string[] = []
  const shop = {
    drop: async () => void order.push('the shop goes'),
  } as Partial<ShopDatabase> as ShopDatabase
  const ground = {
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
      return async ({ number, lookAtLast }) => {
        lookAtLast(own, () => {
          order.push(`a look of round ${number}`)
          return look()
        })
        endsRound(number)
        return nothing
      }
    },
  }
  const ran: Ran[] = []
  const options = { chosen: [fault], seed: undefined, say: () => {}, hasEnded: () => false }
  for await (const one of runFaults(ground, options)) ran.push(one)
  return { order, ran }
}

test('looks once more between the end of all that worked with a shop and its own', async () => {
  const { order, ran } = await run(async () => ({ lost: ['a sale'], doubled: ['another'] }))
  expect(order).toEqual(['the program ends', 'a look of round 2', 'the shop goes'])
  const found = { ...nothing, acknowledged: 20, uncounted: [], remarks: [] }
  const late = { lost: ['at last: a sale'], doubled: ['at last: another'] }
  expect(ran).toEqual([{ name: 'a-fault', rounds: 2, found: { ...found, ...late } }])
})

test('what cannot be looked at any more has not been kept', async () => {
  const { order, ran } = await run(() => Promise.reject(new Error('No server.')))
  expect(order.at(-1)).toBe('the shop goes')
  const unkept = ['at last: the shop could not be looked at: Error: No server.']
  expect(ran).toMatchObject([{ found: { unkept } }])
})

test('says nothing of a shop in which a round came to no end', async () => {
  const { ran } = await run(
    async () => ({ lost: [], doubled: ['what that round wrote'] }),
    (round) => {
      if (round === 2) throw new Error('No process to kill.')
    },
  )
  expect(ran).toMatchObject([{ rounds: 1, failure: 'No process to kill.', found: { doubled: [] } }])
})
