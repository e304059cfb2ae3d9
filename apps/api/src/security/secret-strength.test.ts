import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGuessable } from './secret-strength'

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
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '09D25E094FAA6CA2556C818166B7A9563B93F7099F6F0F4CAA6CF63B88E8D3E7',
  '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  '77397A244326462948404D635166546A576E5A7234753778214125442A472D4B',
  '77397a244326462948404d635166546a576e5a7234753778214125442a472d4b',
  'p2s5v8x/A?D(G+KbPeShVmYq3t6w9z$B',
  'n2r5u8x/A%D*G-KaPdSgVkYp3s6v9y$B&E(H+MbQeThWmZq4t7w!z%C*F-J@NcRf',
  'qwertyuiopasdfghjklzxcvbnm123456',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9',
  '1q2w3e4r5t6y7u8i9o0pazsxdcfvgbhn',
  'mnbvcxzlkjhgfdsapoiuytrewq098765',
  'correct-horse-battery-staple-2024',
  'Our corner shop sells 12 kinds of tea',
  'the_quick_brown_FOX_jumps_over_2_dogs',
  '$(openssl rand -base64 32) $RANDOM',
  // @holds asvs 9.2.4
])('isGuessable finds the secret %s guessable', (secret) => {
  expect(isGuessable(secret)).toBe(true)
})

// @holds asvs 9.2.4
test('isGuessable accepts random secrets', () => {
  const secrets = Array.from({ length: 2000 }, () => [
    randomBytes(32).toString('base64'),
    randomBytes(24).toString('base64url'),
    randomBytes(16).toString('hex'),
    randomUUID(),
  ])
  expect(secrets.flat().filter(isGuessable)).toEqual([])
})
