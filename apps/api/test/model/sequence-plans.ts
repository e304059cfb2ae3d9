import { cashPieces, resourcePaths } from '@stockie/contracts'
import fc from 'fast-check'
import { days, ranges } from './day-ranges'
import { caller, choice, flaw, plainRecord, text } from './plan-fields'
import { enterNumber, repeatNumber, startCount, takeCount } from './stock-count-plans'

/**
 * Plans exist before any record does, so their numbers are choices among the records at the time of play,
 * texts, days and flaws. A sequence stays playable when fast-check removes steps from it, and 0 is the
 * simplest choice.
 */
const choices = fc.array(choice, { minLength: 1, maxLength: 4 })
const fields = { text, number: fc.nat({ max: 60 }), link: choice, flaw }

const recordPaths = [
  'products',
  'customers',
  'suppliers',
  'categories',
  'expense-categories',
  'expenses',
] as const

const create = plainRecord({
  ...caller,
  ...fields,
  does: fc.constant('create'),
  resource: fc.constantFrom(...recordPaths),
})
const edit = plainRecord({
  ...caller,
  ...fields,
  does: fc.constant('edit'),
  resource: fc.constantFrom(...recordPaths),
  target: choice,
  /** For products: how the edit's base stock relates to the current one. */
  base: fc.nat({ max: 5 }),
  /** The version that the edit names: below 4 none, 4 an old one, above that the one before the step. */
  match: fc.nat({ max: 9 }),
})
const remove = plainRecord({
  ...caller,
  does: fc.constant('delete'),
  resource: fc.constantFrom(...resourcePaths),
  target: choice,
})
const removeMany = plainRecord({
  ...caller,
  does: fc.constant('delete many'),
  resource: fc.constantFrom(...resourcePaths),
  targets: choices,
})
const restore = plainRecord({
  ...caller,
  does: fc.constant('restore'),
  resource: fc.constantFrom(...resourcePaths),
  targets: choices,
})
const restoreBatch = plainRecord({
  ...caller,
  does: fc.constant('restore batch'),
  /** 0 is the latest batch. */
  which: choice,
  /** Above 21 the batch is restored as one of another resource. */
  resource: fc.nat({ max: 23 }),
})
const line = plainRecord({
  product: choice,
  quantity: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 1, max: 300 }),
})
const record = plainRecord({
  ...caller,
  does: fc.constant('record'),
  resource: fc.constantFrom('sales', 'purchases'),
  party: choice,
  day: fc.nat({ max: days.length - 1 }),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  discount: fc.nat({ max: 99_999 }),
  shipping: fc.nat({ max: 9_999 }),
  text,
  /** 0 is no key, 1 to 7 a new one, 8 and 9 a key that may have been used. */
  key: fc.nat({ max: 9 }),
  /** How many identical submissions are sent at once. */
  copies: fc.constantFrom(1, 1, 1, 1, 2, 3),
  flaw,
})
const resend = plainRecord({
  api: fc.nat({ max: 1 }),
  does: fc.constant('resend'),
  which: choice,
  changed: fc.boolean(),
})

const park = plainRecord({
  ...caller,
  does: fc.constant('park'),
  party: choice,
  lines: fc.array(line, { maxLength: 3 }),
  discount: fc.nat({ max: 99_999 }),
  shipping: fc.nat({ max: 9_999 }),
  text,
  /** 0 is no key. */
  key: fc.nat({ max: 3 }),
  /** How many identical calls are sent at once. */
  copies: fc.constantFrom(1, 1, 2),
})
const take = plainRecord({
  ...caller,
  does: fc.constant('take'),
  target: choice,
  /** 0 is no key. The others are shared by all calls. */
  key: fc.nat({ max: 2 }),
  /** How many callers resume it at once. Each is the next user. */
  callers: fc.constantFrom(1, 2, 3),
})
const removeParked = plainRecord({
  ...caller,
  does: fc.constant('remove parked'),
  isDeletion: fc.boolean(),
  target: choice,
})

const takeBack = plainRecord({
  ...caller,
  does: fc.constant('take back'),
  sale: choice,
  lines: fc.array(
    plainRecord({
      line: choice,
      quantity: fc.integer({ min: 1, max: 6 }),
      restock: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  day: fc.nat({ max: days.length - 1 }),
  /** In cents, if it is not the proposed one. */
  refund: fc.nat({ max: 2000 }),
  shipping: fc.nat({ max: 500 }),
  text,
  /** 0 is no key. */
  key: fc.nat({ max: 3 }),
  /** How many identical calls are sent at once. */
  copies: fc.constantFrom(1, 1, 1, 2, 3),
})
const removeReturn = plainRecord({
  ...caller,
  does: fc.constant('remove return'),
  isDeletion: fc.boolean(),
  target: choice,
})

const countCash = plainRecord({
  ...caller,
  does: fc.constant('count cash'),
  day: fc.nat({ max: days.length - 1 }),
  float: fc.nat({ max: 99_999 }),
  /** In cents, if the cash is counted as a sum. */
  sum: fc.nat({ max: 999_999 }),
  isSum: fc.boolean(),
  pieces: fc.array(
    plainRecord({ piece: fc.nat({ max: cashPieces.length - 1 }), count: fc.nat({ max: 400 }) }),
    { maxLength: 5 },
  ),
  /** Negative if more was paid back by card than was paid. */
  otherwise: fc.integer({ min: -9_999, max: 99_999 }),
  takenOut: fc.array(plainRecord({ cents: fc.integer({ min: 1, max: 9999 }), text }), {
    maxLength: 3,
  }),
  text,
  /** 0 is no key. */
  key: fc.nat({ max: 3 }),
  /** How many identical calls are sent at once. */
  copies: fc.constantFrom(1, 1, 2, 3),
})
const countAgain = plainRecord({
  api: fc.nat({ max: 1 }),
  does: fc.constant('count again'),
  which: choice,
  changed: fc.boolean(),
})

const call = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 4, arbitrary: edit },
  { weight: 3, arbitrary: remove },
  { weight: 3, arbitrary: removeMany },
  { weight: 3, arbitrary: restore },
  { weight: 2, arbitrary: restoreBatch },
  { weight: 9, arbitrary: record },
  { weight: 1, arbitrary: resend },
  { weight: 3, arbitrary: park },
  { weight: 3, arbitrary: take },
  { weight: 2, arbitrary: removeParked },
  { weight: 5, arbitrary: takeBack },
  { weight: 3, arbitrary: removeReturn },
  { weight: 3, arbitrary: countCash },
  { weight: 1, arbitrary: countAgain },
  { weight: 1, arbitrary: startCount },
  { weight: 4, arbitrary: enterNumber },
  { weight: 1, arbitrary: repeatNumber },
  { weight: 3, arbitrary: takeCount },
)

/** A file that is imported before the calls of a step, or the undo of the last one. */
const file = plainRecord({
  ...caller,
  isUndo: fc.boolean(),
  rows: fc.array(
    plainRecord({
      target: choice,
      isNew: fc.boolean(),
      price: fc.integer({ min: 1, max: 60 }),
      cost: fc.integer({ min: 1, max: 60 }),
      stock: fc.nat({ max: 60 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** A move of the end of the closed books before the calls of a step. */
const move = plainRecord({ api: caller.api, end: choice })

/** A step: a file or a move now and then, concurrent calls, and which views are read afterwards. */
function stepOf(minCalls: number) {
  return plainRecord({
    file: fc.oneof({ weight: 24, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: file }),
    move: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: move }),
    calls: fc.array(call, { minLength: minCalls, maxLength: 8 }),
    reader: fc.nat({ max: 2 }),
    range: fc.nat({ max: ranges.length - 1 }),
    list: fc.nat({ max: resourcePaths.length - 1 }),
  })
}

export const step = stepOf(2)
/** For shrinking: a single call may be enough to fail. */
export const smallerStep = stepOf(1)

type Does<What> = Extract<Plan, { does: What }>
export type Plan = typeof call extends fc.Arbitrary<infer One> ? One : never
export type CreatePlan = Does<'create'>
export type EditPlan = Does<'edit'>
export type RecordPlan = Does<'record'>
export type ParkPlan = Does<'park'>
export type TakePlan = Does<'take'>
export type RemoveParkedPlan = Does<'remove parked'>
export type TakeBackPlan = Does<'take back'>
export type RemoveReturnPlan = Does<'remove return'>
export type CountCashPlan = Does<'count cash'>
export type StartCountPlan = Does<'start count'>
export type EnterNumberPlan = Does<'enter number'>
export type TakeCountPlan = Does<'take count'>
export type RemovalPlan = Does<'delete' | 'delete many' | 'restore'>
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
