import { loginInput, loginRules, secondFactorConfirmInput } from '@stockie/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { validateLogin } from './login-errors'

const email = fc.oneof(
  fc.string(),
  fc.emailAddress(),
  fc.constantFrom(
    '',
    '   ',
    ' owner@stockie.test ',
    'o..o@stockie.test',
    'o@s',
    "o'o@stockie.test",
  ),
  fc.integer({ min: 230, max: 260 }).map((length) => `${'o'.repeat(length)}@stockie.test`),
)
const password = fc.oneof(
  fc.string({ maxLength: 9 }),
  fc.constant('       '),
  fc.integer({ min: 998, max: 1002 }).map((length) => 'p'.repeat(length)),
)

test('validateLogin reports the same errors as the contract', () => {
  fc.assert(
    fc.property(fc.record({ email, password }), (typed) => {
      const { error } = loginInput.safeParse(typed)
      const fieldErrors = error ? z.flattenError(error).fieldErrors : {}
      expect(validateLogin(typed)).toEqual(
        Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first])),
      )
    }),
    { numRuns: 500 },
  )
})

test("the e-mail pattern equals zod's", () => {
  const { source } = z.regexes.email
  expect(loginRules.email.format.source).toBe(source.replaceAll(String.raw`\-`, '-'))
})

test('validateLogin reports an empty code as the contract of the second factor does', () => {
  const typed = { email: 'owner@stockie.test', password: 'stockie-demo' }
  for (const code of ['', '  ']) {
    const { error } = secondFactorConfirmInput.safeParse({ code })
    expect(validateLogin({ ...typed, code })).toEqual({ code: error?.issues[0]?.message })
  }
  expect(validateLogin({ ...typed, code: ' 123 456 ' })).toEqual({})
})
