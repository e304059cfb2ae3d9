import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGuessable } from './is-guessable'

test.each([
  'x'.repeat(32),
  'change-me-change-me-change-me-change-me',
  'changeit'.repeat(4),
  '12345678901234567890123456789012',
  '0123456789abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  'kf7qzw93pxmr-kf7qzw93pxmr-kf7qzw93',
  'your-256-bit-secret-your-256-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'supersecretkeythatnobodywillguess',
  'this_should_be_replaced_in_production',
  'please_change_me_before_production_!',
  'stockie-stockie-and-its-shop-in-town',
  'the jwt key of our very own little shop',
  'MyVeryLongP@ssword-MyVeryLongPassword1',
  'ab1'.repeat(11),
  '$(openssl rand -base64 32) $RANDOM',
])('%s is one that somebody else would try', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

test('what a machine has drawn is none', () => {
  const drawn = Array.from({ length: 2000 }, () => [
    randomBytes(32).toString('base64'),
    randomBytes(24).toString('base64url'),
    randomBytes(16).toString('hex'),
  ])
  expect(drawn.flat().filter(isGuessable)).toEqual([])
})
