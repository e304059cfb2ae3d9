import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { createDevices } from './devices'

const secret = 'kA3vZr8QpL0sXw5TnB7yHc2MdF6jGu9E'
const devices = createDevices(secret)
const cookieOf = (header: string) => header.split(';')[0]

test('a browser is known to the accounts that signed in from it, in any spelling', () => {
  const first = cookieOf(devices.remember('Owner@stockie.test', undefined, false))
  const both = cookieOf(devices.remember('cashier@stockie.test', `theme=dark; ${first}`, false))
  expect(devices.find(first)?.isKnownTo('owner@stockie.test')).toBe(true)
  expect(devices.find(first)?.isKnownTo('cashier@stockie.test')).toBe(false)
  const device = devices.find(both)
  expect(device?.isKnownTo('OWNER@stockie.test')).toBe(true)
  expect(device?.isKnownTo('cashier@stockie.test')).toBe(true)
  expect(device?.id).toBe(devices.find(first)?.id)
  expect(devices.find(cookieOf(devices.remember('x@stockie.test', '', false)))?.id).not.toBe(
    device?.id,
  )
})

// @holds asvs 3.3.1, 3.3.2, 3.3.3, 3.3.4
test('a device cookie is not readable by scripts or sent by other websites, and needs https if it came over it', () => {
  expect(devices.remember('owner@stockie.test', undefined, false)).toMatch(
    /^stockie-device=[\w.-]+; Path=\/api\/v1\/auth; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  const header = devices.remember('owner@stockie.test', undefined, true)
  expect(header).toMatch(/^__Secure-stockie-device=.*; HttpOnly; SameSite=Strict; Secure$/)
  expect(devices.find(cookieOf(header))?.isKnownTo('owner@stockie.test')).toBe(true)
})

test('a device cookie contains no e-mail, and stays short on a till with many accounts', () => {
  let cookie: string | undefined
  for (let account = 0; account < 100; account += 1) {
    cookie = cookieOf(devices.remember(`user${account}@stockie.test`, cookie, false))
  }
  expect(cookie?.length).toBeLessThan(1200)
  expect(JSON.stringify(jwt.decode(cookie?.split('=')[1] ?? ''))).not.toMatch(/user|stockie\.test/)
  expect(devices.find(cookie)?.isKnownTo('user99@stockie.test')).toBe(true)
  expect(devices.find(cookie)?.isKnownTo('user80@stockie.test')).toBe(true)
  expect(devices.find(cookie)?.isKnownTo('user79@stockie.test')).toBe(false)
})

test('a forged device cookie is ignored', () => {
  const genuine = cookieOf(devices.remember('owner@stockie.test', undefined, false)) ?? ''
  const claims = { id: 'x'.repeat(22), accounts: [] }
  const forged = {
    'another key': cookieOf(
      createDevices(`${secret}x`).remember('owner@stockie.test', undefined, false),
    ),
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
