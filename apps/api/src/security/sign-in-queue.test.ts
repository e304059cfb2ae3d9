import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  known,
  networksOfSite,
  openQueue,
  refuse,
  settle,
  stranger,
} from '#test/support/manual-sign-in-queue'
import { createSignInQueue } from './sign-in-queue'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a job that throws does not stop the queue', async () => {
  const queue = createSignInQueue(32)
  const broken = queue.run(known('owner'), () => {
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await queue.run(known('owner'), async () => 'done')).toBe('done')
})

test('a caller who disconnects loses its turn', async () => {
  const { ask, next, refused } = openQueue()
  ask('running', known('manager'))
  let isGone = false
  ask('gone', { ...known('owner'), hasLeft: () => isGone })
  ask('cashier', known('cashier'))
  isGone = true
  expect(await next()).toBe('cashier')
  expect(refused).toEqual(['gone'])
})

test('callers who disconnected make room in a full queue', async () => {
  const { ask, refused } = openQueue(3)
  ask('running', known('manager'))
  let isGone = false
  for (const name of ['gone', 'gone too']) ask(name, { ...known(name), hasLeft: () => isGone })
  isGone = true
  ask('stranger', stranger('192.0.2.1'))
  await refuse()
  expect(refused).toEqual(['gone', 'gone too'])
})

test('a job that waits for ten seconds is refused', async () => {
  const { ask, refused } = openQueue()
  ask('running', known('manager'))
  ask('waiting', known('owner'))
  vi.advanceTimersByTime(9_999)
  await settle()
  expect(refused).toEqual([])
  vi.advanceTimersByTime(1)
  await settle()
  expect(refused).toEqual(['waiting'])
})

test('known callers who sign in more than 30 times take turns with unknown ones', async () => {
  const { ask, next } = openQueue()
  ask('first', known('cashier'))
  ask('newcomer', stranger('192.0.2.1'))
  for (let number = 1; number < 30; number += 1) {
    ask('cashier', known('cashier'))
    expect(await next()).toBe('cashier')
  }
  ask('cashier', known('cashier'))
  ask('another newcomer', stranger('192.0.2.2'))
  ask('cashier', known('cashier'))
  expect([await next(), await next()]).toEqual(['newcomer', 'cashier'])
  expect([await next(), await next()]).toEqual(['another newcomer', 'cashier'])
})

test('a full queue keeps known callers who sign in more than 30 times', async () => {
  const { ask, next, refused } = openQueue(4)
  for (let number = 0; number < 40; number += 1) {
    ask('owner', known('owner'))
    await next()
  }
  for (const number of [1, 2, 3, 4]) ask(`stranger ${number}`, stranger(`192.0.2.${number}`))
  ask('owner at last', known('owner'))
  await refuse()
  expect(refused).toEqual(['stranger 4'])
  expect(await next()).toBe('owner at last')
})

test('of the unknown networks, the one goes first that had the fewest comparisons', async () => {
  const { ask, next } = openQueue()
  for (const network of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) ask(network, stranger(network))
  expect(await next()).toBe('192.0.2.2')
  ask('192.0.2.3', stranger('192.0.2.3'))
  expect(await next()).toBe('192.0.2.3')
  expect(await next()).toBe('192.0.2.1')
})

// @holds asvs 15.2.2
test('the networks of one IPv6 site share their turns', async () => {
  const { ask, next } = openQueue()
  for (let number = 1; number <= 12; number += 1) {
    ask(`site ${number}`, { account: String(number), from: networksOfSite(number) })
  }
  ask('another', stranger('192.0.2.1'))
  expect(await next()).toBe('another')
  expect(await next()).toBe('site 2')
})

// @holds asvs 15.2.2
test('a full queue refuses first the seventh job of an IPv6 /56 and the thirteenth of a /48', async () => {
  const { ask, refused } = openQueue(21)
  ask('running', known('manager'))
  for (let number = 1; number <= 7; number += 1) {
    ask(`56 ${number}`, { account: String(number), from: networksOfSite(number) })
  }
  for (let number = 1; number <= 13; number += 1) {
    const from = [`2001:db8:2:${number}`, `2001:db8:2:${number}/56`, '2001:db8:2']
    ask(`48 ${number}`, { account: `another ${number}`, from })
  }
  for (const number of [1, 2]) ask(`newcomer ${number}`, stranger(`192.0.2.${number}`))
  await refuse()
  expect(refused).toEqual(['48 13', '56 7'])
})

// @holds asvs 15.2.2
test('a full queue refuses first the third job of an account and the fourth of a network', async () => {
  const { ask, next, refused } = openQueue(9)
  ask('running', known('manager'))
  for (const name of ['a', 'b', 'c']) ask(name, known('cashier'))
  for (const name of ['d', 'e', 'f', 'g']) ask(name, stranger('192.0.2.1', name))
  ask('h', stranger('192.0.2.2'))
  ask('i', stranger('192.0.2.3'))
  ask('j', stranger('192.0.2.4'))
  await refuse()
  expect(refused).toEqual(['g', 'c'])
  const order = []
  for (let job = 0; job < 8; job += 1) order.push(await next())
  expect(order).toEqual(['a', 'b', 'd', 'h', 'i', 'j', 'e', 'f'])
})

test('strangers who name an account from three networks do not take its owner’s places', async () => {
  const { ask, next, refused } = openQueue(5)
  ask('running', known('manager'))
  for (const number of [1, 2, 3]) ask(`stranger ${number}`, stranger(`192.0.2.${number}`, 'owner'))
  ask('newcomer', stranger('192.0.2.9', 'newcomer'))
  ask('owner', known('owner'))
  await refuse()
  expect(refused).toEqual(['stranger 3'])
  expect(await next()).toBe('owner')
})

// @holds asvs 15.1.3
test('a full queue refuses the job at its end, not a known caller', async () => {
  const { ask, next, refused } = openQueue(4)
  for (const number of [1, 2, 3, 4]) ask(`stranger ${number}`, stranger(`192.0.2.${number}`))
  ask('owner', known('owner'))
  ask('manager', known('manager'))
  await refuse()
  expect(refused).toEqual(['stranger 4', 'stranger 3'])
  expect([await next(), await next(), await next()]).toEqual(['owner', 'manager', 'stranger 2'])
})

test('comparisons count for at least 15 minutes', async () => {
  const { ask, next } = openQueue()
  ask('one', stranger('192.0.2.1'))
  vi.advanceTimersByTime(14.9 * 60 * 1000)
  ask('one again', stranger('192.0.2.1'))
  ask('two', stranger('192.0.2.2'))
  expect(await next()).toBe('two')
  expect(await next()).toBe('one again')
  vi.advanceTimersByTime(30.1 * 60 * 1000)
  ask('one at last', stranger('192.0.2.1'))
  ask('two at last', stranger('192.0.2.2'))
  expect(await next()).toBe('one at last')
})

test('a job runs in the async context of its own caller', async () => {
  const queue = createSignInQueue(32)
  const contexts = new AsyncLocalStorage<string>()
  const readContext = async () => contexts.getStore()
  const jobs = ['first', 'second'].map((name) =>
    contexts.run(name, () => queue.run(known(name), readContext)),
  )
  expect(await Promise.all(jobs)).toEqual(['first', 'second'])
})

test('a refusal waits for a second, so that a client that tries again at once costs little', async () => {
  const { ask, refused } = openQueue(1)
  ask('running', known('owner'))
  ask('refused', stranger('192.0.2.1'))
  vi.advanceTimersByTime(999)
  await new Promise(setImmediate)
  expect(refused).toEqual([])
  await refuse()
  expect(refused).toEqual(['refused'])
})
