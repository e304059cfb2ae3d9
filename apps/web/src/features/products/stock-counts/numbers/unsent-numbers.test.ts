import { expect, test } from 'vitest'

import {
  addPiece,
  answerQuestion,
  askAbout,
  changeNumber,
  countedOf,
  enterTyped,
  removePiece,
  type UnsentNumbers,
} from './unsent-numbers'

const mug = { productId: 6, name: 'Mug', counted: null, entries: 0 }
const countedMug = { ...mug, counted: 12, entries: 2 }
const quietly = { asks: false, isShared: false }

function factsOf(numbers: UnsentNumbers) {
  return numbers.map(({ counted, mode, entries, isShared, isAsking }) => [
    mode,
    counted,
    isShared ? 'shared' : entries,
    isAsking ? 'asks' : 'goes',
  ])
}

function sendOnce(numbers: UnsentNumbers) {
  return numbers.reduce((all, { key }) => changeNumber(all, key, { wasSent: true }), numbers)
}

test('pieces are one number until the first one was sent', () => {
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

test('a number that is stored, and whose answer is late, counts once', () => {
  const numbers = sendOnce(addPiece([], mug, quietly))
  const stored = { ...mug, counted: 1, entries: 1 }
  expect(countedOf(stored, numbers)).toBe(1)
  expect(factsOf(addPiece(numbers, stored, quietly)).at(-1)).toEqual(['add', 1, 1, 'goes'])
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
  expect(countedOf(mug, numbers)).toBe(5)
})

test('the same number again goes without a question, because its moment is another', () => {
  expect(factsOf(enterTyped([], countedMug, 12))).toEqual([['replace', 12, 2, 'goes']])
})

test('a cleared number asks first, and a cleared field of an uncounted product does nothing', () => {
  const numbers = enterTyped([], countedMug, null)
  expect(factsOf(numbers)).toEqual([['replace', null, 2, 'asks']])
  const answered = answerQuestion(numbers, countedMug, 'replace')
  expect(factsOf(answered)).toEqual([['replace', null, 2, 'goes']])
  expect(countedOf(countedMug, answered)).toBeNull()
  expect(enterTyped([], mug, null)).toEqual([])
})

test.each([
  ['add', [['add', 5, 2, 'goes']], 17],
  ['replace', [['replace', 5, 2, 'goes']], 5],
  ['keep', [], 12],
] as const)('the answer %s', (choice, sent, counted) => {
  const numbers = answerQuestion(enterTyped([], countedMug, 5), countedMug, choice)
  expect(factsOf(numbers)).toEqual(sent)
  expect(countedOf(countedMug, numbers)).toBe(counted)
})

test('an answer is based on the numbers that the API has stored meanwhile', () => {
  const numbers = enterTyped([], countedMug, 5)
  const [sent] = answerQuestion(numbers, { ...countedMug, counted: 20, entries: 3 }, 'add')
  expect(sent).toMatchObject({ counted: 5, entries: 3 })
  expect(sent?.key).not.toBe(numbers[0]?.key)
})

test('scans go on during the question about the first piece', () => {
  const asks = { asks: true, isShared: false }
  const numbers = addPiece(addPiece([], countedMug, asks), countedMug, asks)
  expect(factsOf(numbers)).toEqual([['add', 2, 2, 'asks']])
  expect(factsOf(addPiece([], countedMug, { asks: false, isShared: true }))).toEqual([
    ['add', 1, 'shared', 'goes'],
  ])
})

test('a refused number asks, with the pieces that were scanned behind it', () => {
  const [refused] = sendOnce(addPiece([], mug, quietly))
  if (!refused) throw new Error('No number was added.')
  const numbers = addPiece([refused], mug, quietly)
  expect(factsOf(askAbout(numbers, refused))).toEqual([['add', 2, 0, 'asks']])
  const replaced = [...numbers, ...enterTyped([], mug, 9)]
  expect(factsOf(askAbout(replaced, refused))).toEqual([['replace', 9, 0, 'asks']])
})

test('a piece that is taken back leaves no trace before it is sent', () => {
  const once = addPiece([], mug, quietly)
  expect(removePiece(once, mug)).toEqual([])
  expect(factsOf(removePiece(addPiece(once, mug, quietly), mug))).toEqual([['add', 1, 0, 'goes']])
})

test('a stored piece is taken from the present sum, and the last piece leaves no number', () => {
  expect(factsOf(removePiece([], countedMug))).toEqual([['add', -1, 'shared', 'goes']])
  expect(countedOf(countedMug, removePiece([], countedMug))).toBe(11)
  const single = { ...mug, counted: 1, entries: 1 }
  expect(factsOf(removePiece([], single))).toEqual([['replace', null, 1, 'goes']])
  expect(removePiece([], mug)).toEqual([])
})

test('without a piece left the product is not counted, also before the answer to the first piece', () => {
  const sent = sendOnce(addPiece([], mug, quietly))
  const both = addPiece(sent, mug, quietly)
  const one = removePiece(both, mug)
  expect(factsOf(one)).toEqual([['add', 1, 0, 'goes']])
  const none = removePiece(one, mug)
  expect(factsOf(none)).toEqual([
    ['add', 1, 0, 'goes'],
    ['replace', null, 1, 'goes'],
  ])
  expect(countedOf(mug, none)).toBeNull()
  // Another piece, which is taken back as well.
  expect(countedOf(mug, removePiece(addPiece(none, mug, quietly), mug))).toBeNull()
})

test('a piece that waits for a choice is taken from its own number', () => {
  const asks = { asks: true, isShared: false }
  const twice = addPiece(addPiece([], countedMug, asks), countedMug, asks)
  const once = removePiece(twice, countedMug)
  expect(factsOf(once)).toEqual([['add', 1, 2, 'asks']])
  expect(removePiece(once, countedMug)).toEqual([])
})

test('a refused piece that was taken back meanwhile asks nothing', () => {
  const own = { ...mug, counted: 3, entries: 1 }
  const [refused] = sendOnce(addPiece([], own, quietly))
  if (!refused) throw new Error('No number was added.')
  const numbers = removePiece([refused], own)
  expect(numbers).toHaveLength(2)
  expect(askAbout(numbers, refused)).toEqual([])
})
