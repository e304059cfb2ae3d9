import { afterEach, expect, test, vi } from 'vitest'
import { createTokens } from './tokens'

afterEach(() => vi.useRealTimers())

// @holds asvs 7.2.3, 11.2.3
test('createTokens rejects a secret with fewer than 32 characters', () => {
  expect(() => createTokens({ secret: 'x'.repeat(31), ttl: 60 })).toThrow('32 characters')
})

// @holds decision 2.4, asvs 7.3.2
test('a token contains its account and token version and expires', () => {
  const secret = 'x'.repeat(32)
  const token = createTokens({ secret, ttl: 60 }).sign({ userId: 7, version: 3 })
  expect(createTokens({ secret, ttl: 60 }).verify(token)).toMatchObject({ userId: 7, version: 3 })
  const late = createTokens({ secret, ttl: -1 }).sign({ userId: 7, version: 3 })
  expect(createTokens({ secret, ttl: 60 }).verify(late)).toBeUndefined()
})

// @holds asvs 7.2.2, 7.2.4
test('two tokens from the same moment are separate sessions', () => {
  const tokens = createTokens({ secret: 'x'.repeat(32), ttl: 60 })
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  const [one, other] = [1, 2].map(() => tokens.verify(tokens.sign({ userId: 7, version: 3 })))
  expect(one?.session).toHaveLength(32)
  expect(one?.session).not.toEqual(other?.session)
})

// @holds asvs 7.3.2, 9.2.1
test('a token expires even if it was verified before', () => {
  const tokens = createTokens({ secret: 'x'.repeat(32), ttl: 60 })
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  const token = tokens.sign({ userId: 7, version: 3 })
  expect(tokens.verify(token)).toMatchObject({ userId: 7, version: 3 })
  vi.setSystemTime(new Date('2026-11-21T12:00:59Z'))
  expect(tokens.verify(token)).toMatchObject({ userId: 7, version: 3 })
  vi.setSystemTime(new Date('2026-11-21T12:01:00Z'))
  expect(tokens.verify(token)).toBeUndefined()
})
