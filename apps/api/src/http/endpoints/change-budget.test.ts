import { expect, test } from 'vitest'
import { AppError } from '#src/errors'
import { createChangeBudget } from './change-budget'

const hour = 3_600_000

/** A budget of 100 rows and 60 more per hour, with a clock of its own. */
function openBudget() {
  let now = 1_000
  const { spend } = createChangeBudget({ burst: 100, perHour: 60 }, () => now)
  let changes = 0
  const change = (userId: number, records: number, rows = records) =>
    spend(userId, records, async () => {
      changes += 1
      return { records, rows }
    })
  const wait = (ms: number) => void (now += ms)
  return { spend, change, wait, changes: () => changes }
}

test('an account changes its budget of rows, is refused with the time to wait, and changes more after that time', async () => {
  const { change, wait, changes } = openBudget()
  await change(1, 60)
  await change(1, 40)
  const refused = await change(1, 10).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({
    code: 'too_many',
    message: 'You have deleted or restored too many records. Please try again in 10 minutes.',
  })
  expect((refused as AppError).retryAfter).toBeCloseTo(600)
  expect(changes()).toBe(2)
  wait(hour / 6)
  await change(1, 10)
  await expect(change(1, 1)).rejects.toThrow('1 minute.')
})

test('the budget of one account is independent of the others', async () => {
  const { change } = openBudget()
  await change(1, 100)
  await change(2, 100)
  await expect(change(1, 1)).rejects.toThrow('too many')
})

test('records that did not change cost nothing', async () => {
  const { change } = openBudget()
  for (let time = 0; time < 20; time += 1) await change(1, 100, 0)
  expect(await change(1, 100)).toEqual({ records: 100, rows: 100 })
})

test('the lines of a document count, also beyond the budget', async () => {
  const { change, wait } = openBudget()
  await change(1, 10, 160)
  wait(hour)
  await expect(change(1, 1)).rejects.toThrow('too many')
  wait(hour / 30)
  await change(1, 1)
})

test('concurrent changes share the budget', async () => {
  const { change, changes } = openBudget()
  const outcomes = await Promise.allSettled([60, 60, 40].map((records) => change(1, records)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(changes()).toBe(2)
})

test('a change that fails keeps its cost', async () => {
  const { spend, change } = openBudget()
  const failing = () => Promise.reject(new Error('The stock is too large.'))
  await expect(spend(1, 100, failing)).rejects.toThrow('too large')
  await expect(change(1, 1)).rejects.toThrow('too many')
})
