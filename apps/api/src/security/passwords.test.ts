import bcrypt from 'bcryptjs'
import { afterAll, expect, test } from 'vitest'
import { createPasswords, decoyHash } from './passwords'

const passwords = createPasswords()
afterAll(() => passwords.close())

// @holds asvs 11.2.1, 11.4.1, 11.4.2
test('a hash is bcrypt at cost 12, and of its own password alone', async () => {
  const hash = await passwords.hash('a good password')
  expect(hash).toMatch(/^hmac-sha384:\$2b\$12\$[./A-Za-z0-9]{53}$/)
  expect(await passwords.matches('a good password', hash)).toBe(true)
  expect(await passwords.matches('another password', hash)).toBe(false)
})

// @holds asvs 6.2.8, 6.2.9, 11.4.2
test('passwords that differ after byte 72, or after a NUL, differ', async () => {
  const long = 'x'.repeat(72)
  const hash = await passwords.hash(`${long}1`)
  expect(await passwords.matches(`${long}1`, hash)).toBe(true)
  expect(await passwords.matches(`${long}2`, hash)).toBe(false)
  expect(await passwords.matches(long, hash)).toBe(false)
  const short = await passwords.hash('before\0after')
  expect(await passwords.matches('before\0other', short)).toBe(false)
})

// @holds asvs 11.2.2
test('a hash of before knows its password still, and nothing longer than bcrypt has read of it', async () => {
  const longest = 'é'.repeat(36)
  const hash = bcrypt.hashSync(longest, 4)
  expect(await passwords.matches(longest, hash)).toBe(true)
  expect(await passwords.matches(`${longest}1`, hash)).toBe(false)
  expect(await passwords.matches('another password', hash)).toBe(false)
})

// @holds asvs 6.2.8
test('the half of a surrogate pair is not the character that UTF-8 makes of it', async () => {
  const hash = await passwords.hash('\ufffd'.repeat(8))
  expect(await passwords.matches('\ud800'.repeat(8), hash)).toBe(false)
})

test('whoever has no account is compared with a hash as dear as the others', () => {
  expect(decoyHash).toMatch(/^\$2b\$12\$[./A-Za-z0-9]{53}$/)
})

test('without an account nothing matches', async () => {
  expect(await passwords.matches('anything', undefined)).toBe(false)
})

// @holds asvs 15.2.2
test('the event loop goes on while passwords are compared', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  await Promise.all([1, 2, 3].map((text) => passwords.matches(String(text), undefined)))
  clearInterval(timer)
  // On the event loop itself there would be no turn at all before the last answer.
  expect(turns).toBeGreaterThan(5)
})

// @holds asvs 15.1.3
test('beyond its limit the queue refuses, and takes on again once it has caught up', async () => {
  const short = createPasswords({ queueLimit: 2 })
  const first = short.matches('1', undefined)
  const second = short.matches('2', undefined)
  await expect(short.matches('3', undefined)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  })
  expect(await Promise.all([first, second])).toEqual([false, false])
  expect(await short.matches('4', undefined)).toBe(false)
  await short.close()
})

test('a thread that ended fails its jobs and is replaced', async () => {
  const others = createPasswords()
  const interrupted = others.matches('1', undefined)
  await Promise.all([expect(interrupted).rejects.toThrow('ended'), others.close()])
  expect(await others.matches('2', undefined)).toBe(false)
  await others.close()
})
