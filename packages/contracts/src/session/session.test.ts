import { expect, test } from 'vitest'
import { listIssues } from '../testing/schema-issues'
import { allowedRoles, roleName } from '../zod-free/roles'
import { isCommonPassword } from './common-passwords'
import { commonWords } from './common-words'
import { newPassword, passwordChangeForm, passwordChangeInput } from './passwords'
import { loginAnswer, loginInput, sessionUser } from './session'

const login = { email: 'owner@stockie.test', password: 'stockie-demo' }
const tooShort = 'Password must be at least 8 characters long'
const tooLong = 'Password must have at most 1,000 characters'
const unusable = 'Password contains a character that cannot be used'
const common = 'Password is one of the most common ones: please choose another'

test.each([
  { broken: { email: undefined }, issue: 'email: Please enter your email' },
  { broken: { email: null }, issue: 'email: Please enter your email' },
  { broken: { email: '  ' }, issue: 'email: Please enter your email' },
  { broken: { email: 'owner' }, issue: 'email: Invalid email address' },
  { broken: { email: 'own er@stockie.test' }, issue: 'email: Invalid email address' },
  { broken: { email: 'nul\0@stockie.test' }, issue: 'email: Invalid email address' },
  {
    broken: { email: `${'x'.repeat(250)}@c.de` },
    issue: 'email: Email must have at most 254 characters',
  },
  { broken: { password: undefined }, issue: 'password: Please enter your password' },
  { broken: { password: '' }, issue: 'password: Please enter your password' },
  { broken: { password: '123456' }, issue: `password: ${tooShort}` },
  {
    broken: { password: 'x'.repeat(1001) },
    issue: 'password: Password must have at most 1,000 characters',
  },
  // @holds spec 5.16-5.19
])('an invalid login reports only: $issue', ({ broken, issue }) => {
  expect(listIssues(loginInput, { ...login, ...broken })).toEqual([issue])
})

test('a login reports both invalid fields', () => {
  expect(listIssues(loginInput, {})).toHaveLength(2)
})

// @holds spec 5.19, 5.20, 9.12, decision 17.2, 32.2, asvs 6.2.8
test('a login accepts 7 characters and trims the e-mail, but not the password', () => {
  const typed = { email: ' owner@stockie.test ', password: ' 12345 ' }
  const parsed = loginInput.parse(typed)
  expect(parsed).toEqual({ email: 'owner@stockie.test', password: ' 12345 ' })
  expect(loginInput.parse(parsed)).toEqual(parsed)
})

test.each([
  ['', ['Please enter a new password']],
  ['1234567', [tooShort]],
  ['x'.repeat(1001), [tooLong]],
  ['with a \0 in it', [unusable]],
  ['with half \uD83D of it', [unusable]],
  ['password', [common]],
  ['PassWord1', [common]],
  ['12345678', [common]],
  ['qwertyuiop', [common]],
  // Common words with the suffixes that password rules provoke.
  ['Monkey2024!', [common]],
  ['sunshine99', [common]],
  // The guesses of an attacker who knows that Stockie runs here.
  ['stockie-demo', [common]],
  ['Stockie2026!', [common]],
  ['shop_Manager.1', [common]],
  ['Stockie+Demo', [common]],
  ['stockie123456!', [common]],
  ['2026 stockie', [common]],
  ['till'.repeat(250), [common]],
  // @holds decision 21.2, asvs 6.1.2, 6.2.11
])('the new password %j is rejected', (password, messages) => {
  expect(listIssues(newPassword, password)).toEqual(messages.map((message) => `: ${message}`))
})

test.each([
  'a-new-stockie-demo',
  'shop 83629173',
  'shopkeeper of Leeds',
  ' 8 chars',
  'x'.repeat(73),
  '😀'.repeat(500),
  'monkey202412',
  // @holds decision 32.2
])('the new password %j is accepted unchanged', (password) => {
  expect(newPassword.parse(password)).toBe(password)
})

// @holds asvs 6.2.4
test('every word of the 3,000 most frequent passwords counts as common', () => {
  expect(commonWords.size).toBeGreaterThan(2400)
  expect([...commonWords].filter((word) => !isCommonPassword(`${word}123`))).toEqual([])
})

// @holds asvs 6.2.1, 6.2.5
test('a password change needs the current password and a good new one', () => {
  expect(listIssues(passwordChangeInput, {})).toEqual([
    'currentPassword: Please enter your current password',
    'newPassword: Please enter a new password',
  ])
})

test('the password form reports different new passwords together with its other mistakes', () => {
  const form = { currentPassword: 'stockie-demo', newPassword: 'new-stockie', repeatPassword: '' }
  const differs = 'repeatPassword: The passwords do not match'
  expect(listIssues(passwordChangeForm, form)).toEqual([differs])
  expect(
    listIssues(passwordChangeForm, { ...form, currentPassword: '', newPassword: 'x' }),
  ).toEqual([
    'currentPassword: Please enter your current password',
    `newPassword: ${tooShort}`,
    differs,
  ])
  expect(listIssues(passwordChangeForm, { ...form, repeatPassword: 'new-stockie' })).toEqual([])
})

// @holds spec 6.2, decision 4.3
test('every role has a name, even if it has no access', () => {
  expect([...allowedRoles, 4].map(roleName)).toEqual(['Owner', 'Manager', 'Cashier', 'Role 4'])
})

// @holds spec 3.1, decision 5.1, asvs 8.2.3, 15.3.1
test('a session user drops all other fields of a database row', () => {
  const user = { id: 1, name: 'Nora', email: 'owner@stockie.test', role: 1 }
  expect(sessionUser.parse({ ...user, passwordHash: 'secret' })).toEqual(user)
  expect(loginAnswer.parse({ user, token: 't' })).toEqual({ user, token: 't' })
})
