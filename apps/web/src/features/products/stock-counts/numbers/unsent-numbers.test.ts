import { expect, test } from 'vitest'

import {
  addPiece,
  ask,
  change,
  choose,
  countedOf,
  enterTyped,
  removePiece,
  type UnsentNumbers,
} from './unsent-numbers'

const mug = { productId: 6, name: 'Mug', counted: null, entries: 0 }
const countedMug = { ...mug, counted: 12, entries: 2 }
const quietly = { asks: false, isShared: false }

function factsOf(numbers: UnsentNumbers) {
  return numbers.map(({ counted, mode, entries, isAsking }) => [
    mode,
    counted,
    entries ?? 'any',
    isAsking ? 'asks' : 'goes',
  ])
}

function sendOnce(numbers: UnsentNumbers) {
  return numbers.reduce((all, { key }) => change(all, key, { wasSent: true }), numbers)
}

test('pieces that are scanned before the first one is sent are one number', () => {
  const once = addPiece([], mug, quietly)
  const twice = addPiece(once, mug, quietly)
  expect(factsOf(twice)).toEqual([['add', 2, 0, 'goes']])
  expect(countedOf(mug, twice)).toBe(2)
})

test('a piece that is scanned after the first one was sent is a number of its own, behind it', () => {
  const numbers = addPiece(sendOnce(addPiece([], mug, quietly)), mug, quietly)
  expect(factsOf(numbers)).toEqual([
    ['add', 1, 0, 'goes'],
    ['add', 1, 1, 'goes'],
  ])
  expect(new Set(numbers.map(({ key }) => key)).size).toBe(2)
})

test('a typed number of an uncounted product goes at once', () => {
  expect(factsOf(enterTyped([], mug, 5))).toEqual([['replace', 5, 0, 'goes']])
})

test('a typed number of a counted product asks first, also while its first number is on its way', () => {
  expect(factsOf(enterTyped([], countedMug, 5))).toEqual([['replace', 5, 2, 'asks']])
  const numbers = enterTyped(enterTyped([], mug, 5), mug, 7)
  expect(factsOf(numbers)).toEqual([
    ['replace', 5, 0, 'goes'],
    ['replace', 7, 1, 'asks'],
  ])
  // Not yet counted.
  expect(countedOf(mug, numbers)).toBe(5)
})

test('the same number again changes nothing', () => {
  expect(enterTyped([], countedMug, 12)).toEqual([])
})

test.each([
  ['add', [['add', 5, 2, 'goes']], 17],
  ['replace', [['replace', 5, 2, 'goes']], 5],
  ['keep', [], 12],
] as const)('the answer %s', (choice, sent, counted) => {
  const numbers = choose(enterTyped([], countedMug, 5), countedMug, choice)
  expect(factsOf(numbers)).toEqual(sent)
  expect(countedOf(countedMug, numbers)).toBe(counted)
})

test('an answer is based on the numbers that are stored by then', () => {
  const numbers = enterTyped([], countedMug, 5)
  const [sent] = choose(numbers, { ...countedMug, counted: 20, entries: 3 }, 'add')
  expect(sent).toMatchObject({ counted: 5, entries: 3 })
  expect(sent?.key).not.toBe(numbers[0]?.key)
})

test('scans go on while the question about the first one is open', () => {
  const once = addPiece([], countedMug, { asks: true, isShared: false })
  const twice = addPiece(once, countedMug, { asks: true, isShared: false })
  expect(factsOf(twice)).toEqual([['add', 2, 2, 'asks']])
  expect(factsOf(addPiece([], countedMug, { asks: false, isShared: true }))).toEqual([
    ['add', 1, 'any', 'goes'],
  ])
})

test('a refused number asks, with the pieces that were scanned behind it', () => {
  const [refused] = sendOnce(addPiece([], mug, quietly))
  if (!refused) throw new Error('No number was added.')
  const numbers = addPiece([refused], mug, quietly)
  expect(factsOf(ask(numbers, refused))).toEqual([['add', 2, 0, 'asks']])
  const replaced = [...numbers, ...enterTyped([], mug, 9)]
  expect(factsOf(ask(replaced, refused))).toEqual([['replace', 9, 0, 'asks']])
})

test('a scanned piece can be taken back, but not below 0', () => {
  expect(factsOf(removePiece([], countedMug))).toEqual([['replace', 11, 2, 'goes']])
  expect(removePiece([], mug)).toEqual([])
})
