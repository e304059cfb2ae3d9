import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createDevices } from './devices'

const secret = 'kA3vZr8QpL0sXw5TnB7yHc2MdF6jGu9E'
const devices = createDevices(secret)
const cookieOf = (header: string) => header.split(';')[0]

const owner = { email: 'Owner@stockie.test', tokenVersion: 3 }
const cashier = { email: 'cashier@stockie.test', tokenVersion: 0 }

test('a browser is known to the accounts that signed in from it, in any spelling', () => {
  const first = cookieOf(devices.remember(owner, undefined, false))
  const both = cookieOf(devices.remember(cashier, `theme=dark; ${first}`, false))
  expect(devices.find(first)?.versionFor('owner@stockie.test')).toBe(3)
  expect(devices.find(first)?.versionFor('cashier@stockie.test')).toBeUndefined()
  const device = devices.find(both)
  expect(device?.versionFor('OWNER@stockie.test')).toBe(3)
  expect(device?.versionFor('cashier@stockie.test')).toBe(0)
  expect(device?.id).toBe(devices.find(first)?.id)
  expect(devices.find(cookieOf(devices.remember(owner, '', false)))?.id).not.toBe(device?.id)
})

test('a browser with a cookie of http and one of https is known by the latter', () => {
  const ofHttp = cookieOf(devices.remember(cashier, undefined, false))
  const ofHttps = cookieOf(devices.remember(owner, undefined, true))
  const id = devices.find(ofHttps)?.id
  expect(devices.find(`${ofHttp}; ${ofHttps}`)?.id).toBe(id)
  expect(devices.find(`stockie-device=junk; ${ofHttps}`)?.id).toBe(id)
})

// @holds asvs 3.3.1, 3.3.2, 3.3.3, 3.3.4
test('a device cookie is not readable by scripts or sent by other websites, and is sent only over https if it was set there', () => {
  expect(devices.remember(owner, undefined, false)).toMatch(
    /^stockie-device=[\w.-]+; Path=\/api\/v1\/auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  const header = devices.remember(owner, undefined, true)
  expect(header).toMatch(/^__Secure-stockie-device=.*; HttpOnly; SameSite=Strict; Secure$/)
  expect(devices.find(cookieOf(header))?.versionFor('owner@stockie.test')).toBe(3)
})

test('a device cookie contains no e-mail, and stays short on a till with many accounts', () => {
  let cookie: string | undefined
  for (let account = 0; account < 100; account += 1) {
    const email = `user${account}@stockie.test`
    cookie = cookieOf(devices.remember({ email, tokenVersion: account }, cookie, false))
  }
  expect(cookie?.length).toBeLessThan(1400)
  expect(JSON.stringify(jwt.decode(cookie?.split('=')[1] ?? ''))).not.toMatch(/user|stockie\.test/)
  expect(devices.find(cookie)?.versionFor('user99@stockie.test')).toBe(99)
  expect(devices.find(cookie)?.versionFor('user80@stockie.test')).toBe(80)
  expect(devices.find(cookie)?.versionFor('user79@stockie.test')).toBeUndefined()
})

test('a forged device cookie is ignored', () => {
  const genuine = cookieOf(devices.remember(owner, undefined, false)) ?? ''
  const claims = { id: 'x'.repeat(22), accounts: [] }
  const forged = {
    'another key': cookieOf(createDevices(`${secret}x`).remember(owner, undefined, false)),
    'the key of tokens': `stockie-device=${jwt.sign(claims, secret, { audience: 'stockie-device' })}`,
    'no signature': `stockie-device=${jwt.sign(claims, '', { algorithm: 'none', audience: 'stockie-device' })}`,
    'a changed end': `${genuine}x`,
    'another name': genuine.replace('stockie-device', 'x-stockie-device'),
    garbage: 'stockie-device=%%%',
    nothing: undefined,
  }
  const found = Object.entries(forged).filter(([, cookie]) => devices.find(cookie))
  expect(found).toEqual([])
})
