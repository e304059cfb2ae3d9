import { DatabaseError } from 'pg'
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
    spend(userId, { most: records, count: async () => records }, async () => {
      changes += 1
      return { records, rows }
    })
  /** A change that may write 100 rows and counts as 30. It fails with this. */
  const fail = (failure: Error, count = async () => 30) =>
    spend(1, { most: 100, count }, () => Promise.reject(failure))
  const wait = (ms: number) => void (now += ms)
  return { spend, change, fail, wait, changes: () => changes }
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

test('a change that may exceed the budget is counted first', async () => {
  const { spend, change, changes } = openBudget()
  const lines = (rows: number) => ({ most: 101, count: async () => rows })
  const changed = async () => ({ records: 1, rows: 60 })
  await spend(1, lines(60), changed)
  await expect(spend(1, lines(60), changed)).rejects.toThrow('20 minutes')
  await change(1, 40)
  expect(changes()).toBe(1)
})

test('a change that exceeds the whole budget runs only if the account has spent nothing', async () => {
  const { change, wait } = openBudget()
  await change(1, 1)
  await expect(change(1, 160)).rejects.toThrow('1 minute.')
  wait(hour / 60)
  await change(1, 160)
  wait(hour)
  await expect(change(1, 1)).rejects.toThrow('too many')
  wait(hour / 60)
  await change(1, 1)
})

test('concurrent changes share the budget', async () => {
  const { change, changes } = openBudget()
  const outcomes = await Promise.allSettled([60, 60, 40].map((records) => change(1, records)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(changes()).toBe(2)
})

const refusal = new DatabaseError('The stock would become too large.', 0, 'error')

test('each change that PostgreSQL rolls back costs the rows that it wrote', async () => {
  const { fail, change } = openBudget()
  for (let time = 0; time < 3; time += 1) await expect(fail(refusal)).rejects.toBe(refusal)
  await expect(fail(refusal)).rejects.toThrow('too many')
  await change(1, 10)
  await expect(change(1, 1)).rejects.toThrow('too many')
})

test('a change whose rows cannot be counted after it was rolled back costs the most that it may write', async () => {
  const { fail, change } = openBudget()
  const busy = () => Promise.reject(new Error('The database is busy.'))
  await expect(fail(refusal, busy)).rejects.toBe(refusal)
  await expect(change(1, 1)).rejects.toThrow('too many')
})

test('a change that fails in an outage of the database costs nothing', async () => {
  const { fail, change } = openBudget()
  const starting = new DatabaseError('The database system is starting up.', 0, 'error')
  starting.code = '57P03'
  for (const outage of [starting, new Error('Connection terminated unexpectedly')]) {
    await expect(fail(outage)).rejects.toBe(outage)
  }
  await change(1, 100)
})
