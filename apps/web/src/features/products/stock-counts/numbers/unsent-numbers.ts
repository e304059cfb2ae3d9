import type { StockCountLine } from '@stockie/contracts'

import { newIdempotencyKey } from '@/lib/api/idempotency'

/** A number that was counted here and that the API has not stored yet. */
export interface UnsentNumber {
  productId: number
  name: string
  counted: number
  mode: 'add' | 'replace'
  /** How many numbers of the product the user had seen. Undefined if others are welcome to count it too. */
  entries: number | undefined
  key: string
  /** Sent at least once. The API may have stored it, so a retry sends the same. */
  wasSent: boolean
  /** The product has a number already. The user chooses between sum and replacement. */
  isAsking: boolean
  /** Why the API refused it. */
  refusal?: string
}

export type UnsentNumbers = readonly UnsentNumber[]

type NumberLine = Pick<StockCountLine, 'productId' | 'name' | 'counted' | 'entries'>

/** What the list shows as counted: the stored sum, and what is on its way to it. */
export function countedOf({ productId, counted }: NumberLine, numbers: UnsentNumbers) {
  return numbersOf(numbers, productId)
    .filter(isOnItsWay)
    .reduce<number | null>(
      (sum, number) => (number.mode === 'add' ? (sum ?? 0) : 0) + number.counted,
      counted,
    )
}

export function isOnItsWay({ isAsking, refusal }: UnsentNumber) {
  return !isAsking && refusal === undefined
}

/** Whether the product has a number, stored or not. */
export function hasNumber(line: NumberLine, numbers: UnsentNumbers) {
  return line.entries > 0 || numbersOf(numbers, line.productId).length > 0
}

/** Adds one scanned piece. `asks` if another user has counted the product. */
export function addPiece(numbers: UnsentNumbers, line: NumberLine, how: PieceOptions) {
  const last = numbersOf(numbers, line.productId).at(-1)
  const mayGrow = last && (last.isAsking || (last.mode === 'add' && !last.wasSent))
  if (mayGrow && last.refusal === undefined) {
    return replace(numbers, last, { ...last, counted: last.counted + 1 })
  }
  const number = newNumber(numbers, line, { counted: 1, mode: 'add', isAsking: how.asks })
  return [...numbers, how.isShared ? { ...number, entries: undefined } : number]
}

interface PieceOptions {
  asks: boolean
  /** The user has chosen the sum before. */
  isShared: boolean
}

/** Enters a typed number. It asks if the product has another number already. */
export function enterTyped(numbers: UnsentNumbers, line: NumberLine, counted: number) {
  const open = numbersOf(numbers, line.productId).find(({ isAsking }) => isAsking)
  if (open) return replace(numbers, open, { ...open, counted, mode: 'replace' })
  if (countedOf(line, numbers) === counted) return numbers
  const isAsking = hasNumber(line, numbers)
  return [...numbers, newNumber(numbers, line, { counted, mode: 'replace', isAsking })]
}

/** Takes one scanned piece back. */
export function removePiece(numbers: UnsentNumbers, line: NumberLine) {
  const counted = countedOf(line, numbers) ?? 0
  if (counted === 0) return numbers
  const changed = { counted: counted - 1, mode: 'replace', isAsking: false } as const
  return [...numbers, newNumber(numbers, line, changed)]
}

export type Choice = 'add' | 'replace' | 'keep'

/** Answers the question of a product that was counted twice. */
export function choose(
  numbers: UnsentNumbers,
  line: NumberLine,
  choice: Choice,
): readonly UnsentNumber[] {
  const asking = numbersOf(numbers, line.productId).find(({ isAsking }) => isAsking)
  if (!asking) return numbers
  const others = numbers.filter((number) => number !== asking)
  if (choice === 'keep') return others
  const { counted } = asking
  return [...others, newNumber(others, line, { counted, mode: choice, isAsking: false })]
}

/** Lets the user choose about a number that the API refused, together with those of the product that wait behind it. */
export function ask(numbers: UnsentNumbers, refused: UnsentNumber): readonly UnsentNumber[] {
  const ofProduct = numbersOf(numbers, refused.productId)
  const asking = ofProduct.slice(ofProduct.indexOf(refused)).reduce((sum, number) => {
    const counted = number.mode === 'add' ? sum.counted + number.counted : number.counted
    return { ...sum, counted, mode: number.mode === 'add' ? sum.mode : 'replace' }
  })
  const waiting = new Set(ofProduct)
  return [
    ...numbers.filter((number) => !waiting.has(number)),
    ...ofProduct.slice(0, ofProduct.indexOf(refused)),
    { ...asking, isAsking: true },
  ]
}

export function remove(numbers: UnsentNumbers, key: string) {
  return numbers.filter((number) => number.key !== key)
}

export function change(numbers: UnsentNumbers, key: string, changed: Partial<UnsentNumber>) {
  return numbers.map((number) => (number.key === key ? { ...number, ...changed } : number))
}

function numbersOf(numbers: UnsentNumbers, productId: number) {
  return numbers.filter((number) => number.productId === productId)
}

function replace(numbers: UnsentNumbers, before: UnsentNumber, after: UnsentNumber) {
  return numbers.map((number) => (number === before ? after : number))
}

function newNumber(
  numbers: UnsentNumbers,
  { productId, name, entries }: NumberLine,
  number: Pick<UnsentNumber, 'counted' | 'mode' | 'isAsking'>,
): UnsentNumber {
  const earlier = numbersOf(numbers, productId).filter(isOnItsWay).length
  return {
    ...number,
    productId,
    name,
    entries: entries + earlier,
    key: newIdempotencyKey(),
    wasSent: false,
  }
}
