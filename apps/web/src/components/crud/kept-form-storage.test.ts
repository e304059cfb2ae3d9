import { expect, test } from 'vitest'

import { findChanges, readKeptForm, writeKeptForm } from './kept-form-storage'

test.each([
  ['the same values', { name: 'Ada', cost: 5 }, { name: 'Ada', cost: 5 }, {}],
  ['a number typed again', { cost: 5 }, { cost: '5' }, {}],
  ['a field that was empty and is again', { phone: '' }, { phone: undefined }, {}],
  ['another number', { cost: 5 }, { cost: '50' }, { cost: '50' }],
  ['an emptied field', { name: 'Ada', phone: '5' }, { name: 'Ada', phone: '' }, { phone: '' }],
  ['a blank', { name: 'Ada' }, { name: 'Ada ' }, { name: 'Ada ' }],
])('findChanges compares %s by what the field shows', (_what, initial, values, changes) => {
  expect(findChanges(initial, values)).toEqual(changes)
})

test('a form without changes is not kept, and an unreadable form is ignored', () => {
  const form = { editing: 'new' as const, idempotencyKey: 'k', changes: { name: 'Dora' } }
  writeKeptForm('stockie-form-1-customers', form)
  expect(readKeptForm('stockie-form-1-customers')).toEqual(form)
  writeKeptForm('stockie-form-1-customers', { ...form, changes: {} })
  expect(sessionStorage).toHaveLength(0)
  expect(readKeptForm('stockie-form-1-customers')).toBeNull()
  sessionStorage.setItem('stockie-form-1-customers', '{"editing":')
  expect(readKeptForm('stockie-form-1-customers')).toBeNull()
})
