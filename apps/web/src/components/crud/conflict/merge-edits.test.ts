import { describe, expect, test } from 'vitest'

import { findArrived, isSame, mergeEdits } from './merge-edits'

const base = { name: 'Ada', email: '', phone: '1' }

describe('mergeEdits', () => {
  test('fields that only one user changed are merged without a question', () => {
    const mine = { ...base, email: 'ada@shop.test' }
    const theirs = { ...base, phone: '2' }
    expect(mergeEdits({ base, mine, theirs })).toEqual({
      merged: { name: 'Ada', email: 'ada@shop.test', phone: '2' },
      asked: [],
    })
  })

  test('a field that both users changed to different values keeps mine and is asked', () => {
    const mine = { ...base, name: 'Ada B.', phone: '3' }
    const theirs = { ...base, name: 'Ada C.', phone: '3' }
    expect(mergeEdits({ base, mine, theirs })).toEqual({ merged: mine, asked: ['name'] })
  })

  test('a field that the other user emptied and this user changed is asked', () => {
    const mine = { ...base, phone: '3' }
    expect(mergeEdits({ base, mine, theirs: { ...base, phone: '' } }).asked).toEqual(['phone'])
  })

  test('a changed stock keeps its base, and an unchanged stock becomes the present one', () => {
    const product = { name: 'Tea', stock: 20, baseStock: 20 }
    const theirs = { name: 'Green tea', stock: 17, baseStock: 17 }
    const counted = { ...product, stock: '25' }
    expect(mergeEdits({ base: product, mine: counted, theirs })).toEqual({
      merged: { name: 'Green tea', stock: '25', baseStock: 20 },
      asked: [],
    })
    expect(mergeEdits({ base: product, mine: { ...product, stock: '20' }, theirs })).toEqual({
      merged: theirs,
      asked: [],
    })
  })
})

describe('findArrived', () => {
  const product = { name: 'Tea', price: 20, stock: 20, baseStock: 20 }
  const sent = { name: ' Tea', price: '30', stock: '25', baseStock: 20 }

  test('a save without an answer arrived if the record has all its changes', () => {
    const theirs = { name: 'Tea', price: 30, stock: 23, baseStock: 23 }
    expect(findArrived([sent], { base: product, theirs })).toBe(sent)
    expect(findArrived([sent], { base: product, theirs: { ...theirs, price: 31 } })).toBeUndefined()
  })

  test('a save with a reason for its stock arrived although the record keeps no reason', () => {
    const theirs = { name: 'Tea', price: 30, stock: 25, baseStock: 25 }
    const explained = { ...sent, stockReason: 'found', stockNote: 'Behind the shelf' }
    expect(findArrived([explained], { base: product, theirs })).toBe(explained)
    const { merged, asked } = mergeEdits({ base: explained, mine: explained, theirs })
    expect(asked).toEqual([])
    expect(merged).toMatchObject({ stockReason: 'found', stockNote: 'Behind the shelf' })
  })

  test('of two saves, the one with more changes arrived, whichever came first', () => {
    const theirs = { name: 'Tea', price: 30, stock: 20, baseStock: 20, cost: 9 }
    const [few, many] = [
      { ...product, price: '30', cost: 5 },
      { ...product, price: '30', cost: '9' },
    ]
    const versions = { base: { ...product, cost: 5 }, theirs }
    expect(findArrived([few, many], versions)).toBe(many)
    expect(findArrived([many, few], versions)).toBe(many)
  })

  test('a save of the stock alone leaves no trace in the fields', () => {
    const counted = { ...product, stock: '25' }
    expect(findArrived([counted], { base: product, theirs: product })).toBeUndefined()
  })
})

test.each([
  [null, '', true],
  [undefined, null, true],
  ['  Ada ', 'Ada', true],
  [20, '20', true],
  [20, ' 20.00 ', true],
  [20, '020', true],
  [20, '1e1', false],
  ['007', '7', false],
  [0, '', false],
  ['Ada', 'ada', false],
])('%j and %j are saved as the same value: %j', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
  expect(isSame(other, one)).toBe(expected)
})
