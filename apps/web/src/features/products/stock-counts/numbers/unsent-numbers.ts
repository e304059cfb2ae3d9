import type { StockCountLine } from '@stockie/contracts'

import { newIdempotencyKey } from '@/lib/api/idempotency'
import { formatCount } from '@/lib/format'

/** A number that was counted here and that the API has not stored yet. */
export interface UnsentNumber {
  productId: number
  name: string
  /** Null if the product is not counted after all. Below 0 if scanned pieces are taken back. */
  counted: number | null
  mode: 'add' | 'replace'
  /** How many numbers of the product the user had seen. */
  entries: number
  /** The user wants the sum with the numbers of others. */
  isShared: boolean
  key: string
  /** Sent at least once. The API may have stored it, so a retry sends the same. */
  wasSent: boolean
  /** The product has another number. The user chooses between sum and replacement. */
  isAsking: boolean
  /** Why the API refused it. */
  refusal?: string
}

export type UnsentNumbers = readonly UnsentNumber[]

type NumberLine = Pick<StockCountLine, 'productId' | 'name' | 'counted' | 'entries'>

/** The counted sum: as stored, and with the numbers that are on their way. */
export function countedOf(line: NumberLine, numbers: UnsentNumbers) {
  return numbersOf(numbers, line.productId)
    .filter((number) => isOnItsWay(number) && !isStored(number, line))
    .reduce<number | null>(
      (sum, { mode, counted }) => (mode === 'add' ? (sum ?? 0) + (counted ?? 0) : counted),
      line.counted,
    )
}

export function isOnItsWay({ isAsking, refusal }: UnsentNumber) {
  return !isAsking && refusal === undefined
}

/** '3', or 'the change' for pieces that are taken back. */
export function describeNumber({ counted }: UnsentNumber) {
  return counted === null || counted < 0 ? 'the change' : formatCount(counted)
}

/** The API has stored it, and its answer is late or lost. */
function isStored({ wasSent, entries }: UnsentNumber, line: NumberLine) {
  return wasSent && line.entries > entries
}

/** Adds one scanned piece. `asks` if another user has counted the product. */
export function addPiece(
  numbers: UnsentNumbers,
  line: NumberLine,
  { asks, isShared }: Pick<UnsentNumber, 'isShared'> & { asks: boolean },
): UnsentNumbers {
  const last = growingOf(numbers, line)
  if (last) return changePieces(numbers, last, 1)
  return [...numbers, newNumber(numbers, line, { counted: 1, isAsking: asks, isShared })]
}

/** Takes one scanned piece back. Without any piece left, the product is not counted. */
export function removePiece(numbers: UnsentNumbers, line: NumberLine): UnsentNumbers {
  const last = growingOf(numbers, line)
  if (last?.isAsking) return changePieces(numbers, last, -1)
  const counted = countedOf(line, numbers) ?? 0
  if (counted === 0) return numbers
  if (counted > 1 && last) return changePieces(numbers, last, -1)
  if (counted > 1) {
    return [...numbers, newNumber(numbers, line, { counted: -1, isShared: true })]
  }
  const others = last ? removeNumber(numbers, last.key) : numbers
  if (countedOf(line, others) === null) return others
  return [...others, newNumber(others, line, { counted: null, mode: 'replace' })]
}

/** A number without pieces adds nothing, so it is dropped. */
function changePieces(numbers: UnsentNumbers, number: UnsentNumber, by: 1 | -1) {
  const counted = (number.counted ?? 0) + by
  const isEmpty = number.mode === 'add' && counted === 0
  return isEmpty
    ? removeNumber(numbers, number.key)
    : changeNumber(numbers, number.key, { counted })
}

/** Enters a typed number, or null for none. It asks if the product has another number already. */
export function enterTyped(
  numbers: UnsentNumbers,
  line: NumberLine,
  counted: number | null,
): UnsentNumbers {
  const asking = askingOf(numbers, line)
  if (asking) return changeNumber(numbers, asking.key, { counted, mode: 'replace' })
  const before = countedOf(line, numbers)
  if (before === null && counted === null) return numbers
  // The same number again moves the moment of the count, and needs no question.
  const isAsking = before !== null && before !== counted
  return [...numbers, newNumber(numbers, line, { counted, mode: 'replace', isAsking })]
}

export type Choice = 'add' | 'replace' | 'keep'

/** Answers the question of a product that was counted twice. */
export function answerQuestion(
  numbers: UnsentNumbers,
  line: NumberLine,
  choice: Choice,
): UnsentNumbers {
  const asking = askingOf(numbers, line)
  if (!asking) return numbers
  const others = removeNumber(numbers, asking.key)
  if (choice === 'keep') return others
  return [...others, newNumber(others, line, { counted: asking.counted, mode: choice })]
}

/** Asks about a number that the API refused, together with those of the product that wait behind it. */
export function askAbout(numbers: UnsentNumbers, refused: UnsentNumber): UnsentNumbers {
  const ofProduct = numbersOf(numbers, refused.productId)
  const place = ofProduct.indexOf(refused)
  const merged = ofProduct
    .slice(place)
    .reduce((sum, number) =>
      number.mode === 'add'
        ? { ...sum, counted: (sum.counted ?? 0) + (number.counted ?? 0) }
        : { ...sum, counted: number.counted, mode: number.mode },
    )
  const moved = new Set(ofProduct.slice(place))
  const others = numbers.filter((number) => !moved.has(number))
  // All of its pieces were taken back.
  const isEmpty = merged.mode === 'add' && (merged.counted ?? 0) <= 0
  return isEmpty ? others : [...others, { ...merged, isAsking: true }]
}

export function removeNumber(numbers: UnsentNumbers, key: string) {
  return numbers.filter((number) => number.key !== key)
}

export function changeNumber(
  numbers: UnsentNumbers,
  key: string,
  changed: Partial<UnsentNumber>,
): UnsentNumbers {
  return numbers.map((number) => (number.key === key ? { ...number, ...changed } : number))
}

function numbersOf(numbers: UnsentNumbers, productId: number) {
  return numbers.filter((number) => number.productId === productId)
}

function askingOf(numbers: UnsentNumbers, { productId }: NumberLine) {
  return numbersOf(numbers, productId).find(({ isAsking }) => isAsking)
}

/** The number of the product that another piece may change: it was not sent yet. */
function growingOf(numbers: UnsentNumbers, line: NumberLine) {
  const last = numbersOf(numbers, line.productId).findLast(({ refusal }) => refusal === undefined)
  const mayGrow = last && last.counted !== null && (last.isAsking || !last.wasSent)
  return mayGrow ? last : undefined
}

function newNumber(
  numbers: UnsentNumbers,
  line: NumberLine,
  number: Pick<UnsentNumber, 'counted'> & Partial<UnsentNumber>,
): UnsentNumber {
  const { productId, name, entries } = line
  const earlier = numbersOf(numbers, productId).filter(
    (other) => isOnItsWay(other) && !isStored(other, line),
  ).length
  return {
    mode: 'add',
    isAsking: false,
    isShared: false,
    ...number,
    productId,
    name,
    entries: entries + earlier,
    key: newIdempotencyKey(),
    wasSent: false,
  }
}
