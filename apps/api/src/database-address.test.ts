import { expect, test } from 'vitest'
import { parseAddress, replaceDatabase } from './database-address'

test('an address of one server stays as it is', () => {
  const text = 'postgresql://shop:p%40ss@db.example:5433/stockie?sslmode=verify-full'
  expect(parseAddress(text)).toEqual({
    servers: [text],
    place: 'db.example:5433/stockie',
    target: 'any',
    hasChoice: false,
    demandsProof: false,
  })
})

test('an address of several servers gives an address for each, with its own port', () => {
  const address = parseAddress(
    'postgresql://shop:p@ss@a,b:5433,[::1]:5434/stockie?sslmode=verify-full&target_session_attrs=read-write&application_name=x',
  )
  const options = '?sslmode=verify-full&application_name=x'
  expect(address).toEqual({
    servers: [
      `postgresql://shop:p@ss@a/stockie${options}`,
      `postgresql://shop:p@ss@b:5433/stockie${options}`,
      `postgresql://shop:p@ss@[::1]:5434/stockie${options}`,
    ],
    place: 'a,b:5433,[::1]:5434/stockie',
    target: 'read-write',
    hasChoice: true,
    demandsProof: false,
  })
})

test.each([
  ['postgres://a/x?target_session_attrs=primary', 'primary', true],
  ['postgres://a/x?target_session_attrs=any', 'any', false],
  ['postgres://a,b/x', 'any', true],
  ['postgres://a,b/x?target_session_attrs=standby', undefined, true],
])('%s looks for %s', (text, target, hasChoice) => {
  expect(parseAddress(text)).toMatchObject({ target, hasChoice })
})

test('an address of several servers may demand a proof of the password', () => {
  const address = parseAddress('postgres://a,b/x?require_auth=scram-sha-256')
  expect(address?.demandsProof).toBe(true)
})

test.each([
  'mysql://a/x',
  'postgres://',
  'postgres://a',
  'postgres://a/',
  'postgres://a,/x',
  'postgres://,a/x',
  'postgres://a:1,b:99999/x',
  'postgres://a/x?host=b,c',
  'localhost:5432',
])('%s is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
})

test('another database of the same servers has the same user and options', () => {
  expect(replaceDatabase('postgres://u:p@a:1,b:2/shop?sslmode=require', 'shop é')).toBe(
    'postgres://u:p@a:1,b:2/shop%20%C3%A9?sslmode=require',
  )
})
