import fc from 'fast-check'
import { type CreatePlan, smallerStep, type Step, step } from './sequence-plans'

type InitialRecord = [resource: CreatePlan['resource'], text: number, number: number]

/** The records that exist when a sequence begins. Referenced records are created first. */
const independentRecords: InitialRecord[] = [
  ['categories', 0, 0],
  ['categories', 1, 0],
  ['expense-categories', 0, 0],
  ['customers', 2, 1],
  ['customers', 3, 2],
  ['suppliers', 4, 3],
  ['suppliers', 0, 4],
]
const dependentRecords: InitialRecord[] = [
  ['products', 1, 20],
  ['products', 2, 9],
  ['products', 3, 0],
  ['expenses', 4, 10],
]

const firstCount: Step['calls'][number] = {
  does: 'start count',
  user: 0,
  api: 0,
  scope: 'all',
  category: 0,
  products: [0],
  isBlind: false,
  text: 0,
  key: 0,
  copies: 1,
}
const views = { reader: 0, range: 0, list: 0 }

const recordSteps: Step[] = [independentRecords, dependentRecords].map((records) => ({
  file: null,
  move: null,
  calls: records.map(([resource, name, number], index) => {
    const entry = { resource, text: name, number, link: index, flaw: 0 }
    return { does: 'create', user: index, api: index % 2, ...entry }
  }),
  ...views,
}))

export const initialSteps: Step[] = [
  ...recordSteps,
  { file: null, move: null, calls: [firstCount], ...views },
]

const length = 50
const fullLength = fc.array(step, { minLength: length, maxLength: length })
const shorter = fc.array(smallerStep, { minLength: 1, maxLength: length })

/** Generates sequences of exactly 50 steps, but shrinks a failing one to fewer. */
class Sequences extends fc.Arbitrary<Step[]> {
  generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(fullLength.generate(random, bias).value_, undefined)
  }

  canShrinkWithoutContext(value: unknown): value is Step[] {
    return shorter.canShrinkWithoutContext(value)
  }

  shrink(value: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return shorter.shrink(value, context)
  }
}

export const sequences = new Sequences()
