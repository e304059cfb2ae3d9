import { maxAmount } from '@stockie/contracts'
import { expect, test } from 'vitest'

import { parsePayment } from './payment'

test('a payment gives the change of the typed amount, exact to the cent', () => {
  expect(parsePayment('50', 47.5)).toEqual({ payment: { received: 50, change: 2.5 } })
  expect(parsePayment(' 50,00 ', 49.7)).toEqual({ payment: { received: 50, change: 0.3 } })
  expect(parsePayment('1,000.10', 999.9)).toEqual({ payment: { received: 1000.1, change: 0.2 } })
  expect(parsePayment('47.50', 47.5)).toEqual({ payment: { received: 47.5, change: 0 } })
  expect(parsePayment('20', 23)).toEqual({ payment: { received: 20, change: -3 } })
  expect(parsePayment('0', 0)).toEqual({ payment: { received: 0, change: 0 } })
})

test('an empty field is no payment, and a total that is not exact has no change', () => {
  expect(parsePayment(' ', 47.5)).toEqual({})
  expect(parsePayment('50', maxAmount + 1)).toEqual({})
})

test('a text that is no amount of money says why', () => {
  const problems = {
    much: 'Not a number.',
    '-5': 'Less than 0.',
    '5.005': 'More than two decimals.',
  }
  for (const [text, problem] of Object.entries({ ...problems, [`${maxAmount}0`]: 'Too much.' }))
    expect(parsePayment(text, 20)).toEqual({ problem })
})
