import { expect, test } from 'vitest'

import { warnOfEmail, warnOfName, warnOfPhone } from './duplicate-warning'

const ada = { id: 1, name: 'Ada Fashola', email: 'ada@shop.example', phone: '(555) 010-0001' }
const bob = { id: 2, name: 'Émilie  Roux', email: null, phone: null }

test('a name that exists already is found without case, accents and extra blanks', () => {
  expect(warnOfName([ada, bob], null, ' emilie roux ')).toBe('"Émilie  Roux" exists already.')
  expect(warnOfName([ada, bob], bob, 'Émilie Roux')).toBeUndefined()
  expect(warnOfName([ada, bob], null, 'Ada')).toBeUndefined()
  expect(warnOfName([ada, bob], null, ' ')).toBeUndefined()
  expect(warnOfName(undefined, null, 'Ada Fashola')).toBeUndefined()
})

test('an email or a phone number of another contact is found, however it is written', () => {
  expect(warnOfEmail([ada, bob], null, 'ADA@shop.example')).toBe('Ada Fashola has the same email.')
  expect(warnOfPhone([ada, bob], bob, '555 0100001')).toBe('Ada Fashola has the same phone.')
  expect(warnOfEmail([ada, bob], ada, 'ada@shop.example')).toBeUndefined()
  expect(warnOfEmail([ada, bob], null, '')).toBeUndefined()
  expect(warnOfPhone([ada, bob], null, '-')).toBeUndefined()
})
