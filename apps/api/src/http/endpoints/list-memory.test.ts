import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { maxListBytes } from '#src/database/sql/list-reader'
import { root } from '#src/env'
import { AppError } from '#src/errors'
import { listCacheLimits } from './list-etag-cache'
import { createListMemory, listMemoryFactors, listMemoryLimits, type Release } from './list-memory'

/** Reserves, and returns a function that says whether the answer has got its bytes. */
function track(reservation: Promise<Release>) {
  let release: Release | undefined
  void reservation.then((given) => (release = given))
  return async () => {
    await setImmediate()
    return release
  }
}

const limits = { total: 100, perAccount: 60, waitMs: 60_000 }

test('answers wait in order for the memory of lists', async () => {
  const { reserve, used } = createListMemory(limits)
  const release = await reserve(1, 60)
  const second = track(reserve(2, 50))
  const third = track(reserve(3, 10))
  expect(await second()).toBeUndefined()
  // It would fit, but then short lists could hold up a long one for ever.
  expect(await third()).toBeUndefined()
  release()
  expect(await second()).toBeDefined()
  expect(await third()).toBeDefined()
  expect(used()).toBe(60)
})

test('an account without memory of its own left does not hold up the others', async () => {
  const { reserve } = createListMemory(limits)
  const release = await reserve(1, 60)
  const waiting = track(reserve(1, 10))
  const other = track(reserve(2, 40))
  expect(await other()).toBeDefined()
  expect(await waiting()).toBeUndefined()
  release()
  expect(await waiting()).toBeDefined()
})

test('a list that several answers send counts once, for an account that still sends it', async () => {
  const { reserve, hold, used } = createListMemory(limits)
  const list = {}
  const [first, second, same] = [hold(list, 1, 50), hold(list, 2, 50), hold(list, 2, 50)]
  expect(used()).toBe(50)
  const ofSecond = track(reserve(2, 20))
  expect(await ofSecond()).toBeDefined()
  first()
  // Only the first call counts.
  first()
  expect(used()).toBe(70)
  const more = track(reserve(2, 5))
  expect(await more()).toBeUndefined()
  second()
  expect(await more()).toBeUndefined()
  same()
  expect(await more()).toBeDefined()
  expect(used()).toBe(25)
})

test('an answer that gets no memory in time is refused with 503 and does not hold up the others', async () => {
  const { reserve, used } = createListMemory({ ...limits, waitMs: 1 })
  const release = await reserve(1, 60)
  const refused = await reserve(2, 50).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  const others = await Promise.allSettled([reserve(2, 50), reserve(3, 10)])
  expect(others.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  release()
  expect(used()).toBe(10)
})

// @holds asvs 15.2.2, asvs 1.4.3
test('the idle process, all lists and the caches of both servers stay below the memory of the container, with a tenth left', () => {
  const file = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
  const [, gigabytes] = /^x-stockie:[^#]*?\n {2}mem_limit: (\d+)g$/m.exec(file) ?? []
  const container = Number(gigabytes) * 2 ** 30
  // The highest resident memory with Node 20. Decision 030 has the measurements.
  const processes = { server: 120_000_000, healthCheck: 52_000_000 }
  const { short, long } = listMemoryLimits
  const sum =
    processes.server +
    processes.healthCheck +
    2 * listCacheLimits.maxBytes +
    short.total +
    long.total
  expect(container).toBeGreaterThan(0)
  expect(sum * 1.1).toBeLessThan(container)
  // Else an account could never read the longest list of its kind.
  const { reading } = listMemoryFactors
  expect(short.perAccount).toBeGreaterThanOrEqual(reading * listCacheLimits.maxListBytes)
  expect(long.perAccount).toBeGreaterThanOrEqual(reading * maxListBytes)
  expect(short.total).toBeGreaterThan(short.perAccount)
  expect(long.total).toBeGreaterThan(long.perAccount)
})
