import { expect, test } from 'vitest'
import { createTokens } from './tokens'

test('refuses a secret of fewer than 32 characters', () => {
  expect(() => createTokens({ secret: 'x'.repeat(31), ttl: 60 })).toThrow('32 characters')
})

test('a token says whose it is and runs out', () => {
  const secret = 'x'.repeat(32)
  const token = createTokens({ secret, ttl: 60 }).sign({ userId: 7, version: 3 })
  expect(createTokens({ secret, ttl: 60 }).verify(token)).toEqual({ userId: 7, version: 3 })
  const late = createTokens({ secret, ttl: -1 }).sign({ userId: 7, version: 3 })
  expect(createTokens({ secret, ttl: 60 }).verify(late)).toBeUndefined()
})
