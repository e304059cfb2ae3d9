import bcrypt from 'bcryptjs'
import { afterAll, expect, test } from 'vitest'
import { createPasswords, decoyHash } from './passwords'

const passwords = createPasswords()
/** With the lowest cost, for tests of what bcrypt gets. */
const quick = createPasswords({ cost: 4 })
afterAll(() => Promise.all([passwords.close(), quick.close()]))

// @holds asvs 11.2.1, 11.4.1, 11.4.2
test('a password hash is bcrypt at cost 12 and matches only its own password', async () => {
  const hash = await passwords.hash('a good password')
  expect(hash).toMatch(/^hmac-sha384:\$2b\$12\$[./A-Za-z0-9]{53}$/)
  expect(await passwords.matches('a good password', hash)).toBe(true)
  expect(await passwords.matches('another password', hash)).toBe(false)
})

// @holds asvs 6.2.8, 6.2.9, 11.4.2
test('passwords that differ only after byte 72 or after a NUL do not match', async () => {
  const long = 'x'.repeat(72)
  const hash = await quick.hash(`${long}1`)
  expect(await quick.matches(`${long}1`, hash)).toBe(true)
  expect(await quick.matches(`${long}2`, hash)).toBe(false)
  expect(await quick.matches(long, hash)).toBe(false)
  // Bcryptjs alone would match the first of these, and an implementation in C both.
  const short = await quick.hash('again\0again')
  expect(await quick.matches('again', short)).toBe(false)
  expect(await quick.matches('again\0other', short)).toBe(false)
})

// @holds asvs 11.2.2
test('a legacy bcrypt hash still matches its password, but no longer one with the same 72 bytes', async () => {
  const longest = 'é'.repeat(36)
  const hash = bcrypt.hashSync(longest, 4)
  expect(await passwords.matches(longest, hash)).toBe(true)
  expect(await passwords.matches(`${longest}1`, hash)).toBe(false)
  expect(await passwords.matches('another password', hash)).toBe(false)
})

// @holds asvs 6.2.8
test('a lone surrogate does not match U+FFFD, which UTF-8 encodes it as', async () => {
  const hash = await quick.hash('\ufffd'.repeat(8))
  expect(await quick.matches('\ud800'.repeat(8), hash)).toBe(false)
})

test('the decoy hash for unknown accounts has the same cost as real hashes', () => {
  expect(decoyHash).toMatch(/^\$2b\$12\$[./A-Za-z0-9]{53}$/)
})

test('no password matches without an account', async () => {
  expect(await passwords.matches('anything', undefined)).toBe(false)
})

// @holds asvs 15.2.2
test('the event loop keeps running while passwords are compared @long', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  await Promise.all([1, 2, 3].map((text) => passwords.matches(String(text), undefined)))
  clearInterval(timer)
  // If bcrypt ran on the event loop, there would be no turn before the last answer.
  expect(turns).toBeGreaterThan(5)
})

test('a closed password queue fails the work that waits for its turn', async () => {
  const others = createPasswords()
  const work = () => others.matches('1', undefined)
  const waiting = [1, 2].map((number) =>
    others.queue.run({ account: String(number), from: [] }, work),
  )
  await Promise.all([
    ...waiting.map((turn) => expect(turn).rejects.toThrow('ended')),
    others.close(),
  ])
})

test('the password queue fails the jobs of a worker that ended and starts a new worker', async () => {
  const others = createPasswords()
  const interrupted = others.matches('1', undefined)
  await Promise.all([expect(interrupted).rejects.toThrow('ended'), others.close()])
  expect(await others.matches('2', undefined)).toBe(false)
  await others.close()
})
