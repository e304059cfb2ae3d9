import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  browser,
  known,
  networksOfSite,
  openQueue,
  refuse,
  stranger,
} from '#test/support/manual-sign-in-queue'
import type { SignInCaller } from './sign-in-queue'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

// @holds asvs 15.2.2
test('an owner goes next, in front of 31 strangers from as many networks, every time', async () => {
  const { ask, next } = openQueue()
  for (let round = 0; round < 20; round += 1) {
    for (let number = 0; number < 31; number += 1) ask('stranger', stranger(`${round}.${number}`))
    ask(`owner ${round}`, known('owner'))
    expect(await next()).toBe(`owner ${round}`)
  }
})

// @holds asvs 15.2.2
test('the holder of an account cannot delay the owner, however often the password is right', async () => {
  const { ask, next } = openQueue()
  for (let round = 0; round < 20; round += 1) {
    for (let number = 0; number < 40; number += 1) ask('cashier', known('cashier'))
    ask(`owner ${round}`, known('owner'))
    expect(await next()).toBe(`owner ${round}`)
    expect(await next()).toBe('cashier')
  }
})

// @holds asvs 15.2.2
test('a flood from the owner’s network does not delay the owner elsewhere or in a known browser', async () => {
  const { ask, next } = openQueue()
  for (let round = 0; round < 20; round += 1) {
    for (let number = 0; number < 40; number += 1) ask('flood', known('owner', 'shop'))
    ask(`owner ${round}`, browser('owner'))
    expect(await next()).toBe(`owner ${round}`)
    expect(await next()).toBe('flood')
  }
})

const manyOrigins: [title: string, caller: (account: string, number: number) => SignInCaller][] = [
  ['browsers', (account, number) => browser(account, `browser ${number}`)],
  ['networks of one IPv6 /48', (account, number) => known(account, ...networksOfSite(number))],
]

test.each(manyOrigins)(
  // @holds asvs 15.2.2
  'an account that is known from 256 %s and had no turn lately does not delay the owner',
  async (_, callerFrom) => {
    const { ask, next, refused } = openQueue()
    for (let turn = 0; turn < 10; turn += 1) {
      ask('owner', browser('owner'))
      await next()
    }
    let origin = 0
    const attack = () => ask('cashier', callerFrom('cashier', (origin += 1) % 256))
    for (let job = 0; job < 40; job += 1) attack()
    for (let round = 0; round < 40; round += 1) {
      ask(`owner ${round}`, browser('owner'))
      // One job of each other account may go first.
      expect([await next(), await next()]).toContain(`owner ${round}`)
      for (let job = 0; job < 3; job += 1) attack()
    }
    await refuse()
    expect(new Set(refused)).toEqual(new Set(['cashier']))
  },
)

test.each(manyOrigins)(
  'known callers from many %s share the preference of 30 turns of their account',
  async (_, callerFrom) => {
    const { ask, next } = openQueue()
    for (let turn = 0; turn < 30; turn += 1) {
      ask('cashier', callerFrom('cashier', turn))
      await next()
    }
    ask('running', browser('owner'))
    ask('cashier', callerFrom('cashier', 31))
    ask('newcomer', stranger('192.0.2.1'))
    expect(await next()).toBe('newcomer')
    expect(await next()).toBe('cashier')
  },
)

test('the browsers of an account take turns, and so do the IPv6 sites from which it is known', async () => {
  for (const [flood, other] of [
    [[browser('till', 'one')], browser('till', 'two')],
    [[1, 2, 3, 4].map((number) => known('till', ...networksOfSite(number))), known('till', 'two')],
  ] as const) {
    const { ask, next } = openQueue()
    for (let job = 0; job < 20; job += 1) {
      const caller = flood[job % flood.length]
      if (caller) ask('flood', caller)
    }
    ask('other', other)
    expect([await next(), await next()]).toEqual(['other', 'flood'])
  }
})

test('the known browsers of an account take turns with its known networks', async () => {
  const { ask, next } = openQueue()
  ask('owner', browser('owner'))
  for (let number = 1; number <= 5; number += 1) ask('flood', known('owner', `network ${number}`))
  ask('owner again', browser('owner'))
  expect([await next(), await next()]).toEqual(['flood', 'owner again'])
})

test('an account has one turn for its known browsers and its known networks together', async () => {
  const { ask, next } = openQueue()
  ask('owner', browser('owner'))
  ask('cashier', browser('cashier'))
  ask('cashier', known('cashier'))
  ask('owner again', browser('owner'))
  expect([await next(), await next()]).toEqual(['cashier', 'owner again'])
})

// @holds asvs 15.2.2
test('a full queue refuses jobs of the account that has the most', async () => {
  const { ask, refused } = openQueue(6)
  ask('running', known('manager'))
  for (const name of ['a1', 'a2']) ask(name, known('a'))
  for (const name of ['b1', 'b2', 'b3']) ask(name, browser('b', name))
  ask('owner', known('owner'))
  await refuse()
  // The browsers of an account have two places together.
  expect(refused).toEqual(['b3'])
  ask('cashier', known('cashier'))
  await refuse()
  expect(refused).toEqual(['b3', 'a2'])
  ask('c', known('c'))
  await refuse()
  expect(refused).toEqual(['b3', 'a2', 'b2'])
})
