import {
  cashDifference,
  cashPieces,
  countedTotal,
  type DaySheetInput,
  daySheets as contract,
  expectedCash,
  type StoredDaySheet,
} from '@stockie/contracts'

import { ApiError } from '@/lib/api/api-client'
import { isAmount, isZeroAmount, parseAmount } from '@/lib/drafts/draft'

/** The texts of the form, as typed. */
export interface CashCountEntry {
  openingFloat: string
  way: 'sum' | 'pieces'
  sum: string
  /** By the value of the coin or note. */
  pieces: Readonly<Record<string, string>>
  paidOtherwise: string
  takenOut: readonly TakenOut[]
  remark: string
}

export interface TakenOut {
  key: number
  amount: string
  reason: string
}

const blankEntry: CashCountEntry = {
  openingFloat: '',
  way: 'sum',
  sum: '',
  pieces: {},
  paidOtherwise: '',
  takenOut: [],
  remark: '',
}

/** A new count begins with the float, the card sum and the cash taken out of the last one of the day. */
export function startEntry(last: StoredDaySheet | undefined): CashCountEntry {
  if (last === undefined) return blankEntry
  const { openingFloat, paidOtherwise, takenOut, counted } = last
  return {
    ...blankEntry,
    openingFloat: String(openingFloat),
    way: counted.pieces === undefined ? 'sum' : 'pieces',
    paidOtherwise: paidOtherwise === 0 ? '' : String(paidOtherwise),
    takenOut: takenOut.map(({ amount, reason }, key) => ({ key, amount: String(amount), reason })),
  }
}

/** The highest value first, as a drawer is counted. */
export const countedPieces = cashPieces.toReversed()

/** Errors by field. `form` belongs to no field. */
export type CashCountErrors = Readonly<Record<string, string>>

/** Whether the user has changed the form since it opened. */
export function isChanged(entry: CashCountEntry, last: StoredDaySheet | undefined) {
  return textOf(entry) !== textOf(startEntry(last))
}

/** Equal for entries with the same texts, also if rows were removed and added again. */
function textOf({ way: _way, pieces, takenOut, ...texts }: CashCountEntry) {
  const counted = Object.entries(pieces).filter(([, text]) => text !== '')
  const taken = takenOut.map(({ amount, reason }) => [amount, reason])
  return JSON.stringify({ ...texts, counted, taken })
}

/** Whether cash was counted, and every text of it is a number. */
export function hasCounted({ way, sum, pieces }: CashCountEntry) {
  if (way === 'sum') return isAmount(sum)
  const counts = Object.values(pieces).filter((text) => text.trim() !== '')
  return counts.length > 0 && counts.every((text) => countOf(text) >= 0)
}

/** An empty amount is 0. */
export function toInput(entry: CashCountEntry, date: string): DaySheetInput {
  return {
    date,
    openingFloat: parseAmount(entry.openingFloat),
    counted:
      entry.way === 'sum'
        ? { sum: parseAmount(entry.sum) }
        : {
            pieces: countedPieces
              .map((value) => ({ value, count: countOf(entry.pieces[value]) }))
              .filter(({ count }) => count !== 0),
          },
    paidOtherwise: parseAmount(entry.paidOtherwise),
    takenOut: entry.takenOut.map(({ amount, reason }) => ({
      amount: parseAmount(amount),
      reason: reason.trim(),
    })),
    remark: entry.remark.trim() || null,
  }
}

/** Text that is no whole number counts as -1, which no count can be. */
function countOf(text = '') {
  const typed = text.trim()
  if (typed === '') return 0
  return /^\d{1,9}$/.test(typed) ? Number(typed) : -1
}

/** The expected cash, the counted cash, and the difference. */
export function cashOf(input: DaySheetInput, totalSales: number) {
  const pieces = input.counted.pieces?.filter(({ count }) => count > 0)
  const counted = countedTotal({ ...input.counted, pieces })
  const expected = expectedCash({ ...input, totalSales })
  return { counted, expected, difference: cashDifference(counted, expected) }
}

const notAnAmount = 'Enter an amount, such as 12.50.'

/** The errors that can be found before the count is sent. */
export function checkEntry(entry: CashCountEntry, input: DaySheetInput): CashCountErrors {
  const typed: Record<string, string> = {}
  const amounts = { openingFloat: entry.openingFloat, paidOtherwise: entry.paidOtherwise }
  for (const [field, text] of Object.entries(amounts)) {
    if (!isZeroAmount(text) && !isAmount(text)) typed[field] = notAnAmount
  }
  if (entry.way === 'sum' && !isAmount(entry.sum)) typed['sum'] = notAnAmount
  if (entry.way === 'pieces' && !Object.values(entry.pieces).some((text) => text.trim() !== ''))
    typed['form'] = 'Count at least one coin or note, or enter 0.'
  for (const { key, amount } of entry.takenOut) {
    if (!isAmount(amount)) typed[amountField(key)] = notAnAmount
  }
  const { error } = contract.input.safeParse(input)
  const issues = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ...toFieldErrors(issues ?? [], entry, input), ...typed }
}

export const retryHint = 'If you save it again, it is saved only once.'

/** The errors of a failed request. */
export function errorsOfFailure(
  failure: unknown,
  entry: CashCountEntry,
  input: DaySheetInput,
): CashCountErrors {
  const isKnown = failure instanceof ApiError
  const { errors, message, status } = isKnown
    ? failure
    : new ApiError(409, failure instanceof Error ? { detail: failure.message } : {})
  const fields = toFieldErrors(errors, entry, input)
  if (Object.keys(fields).length > 0 && !('form' in fields)) return fields
  // The server may have saved the count before it failed.
  const isUncertain = status === 0 || status >= 500
  return { form: isUncertain ? `${message} ${retryHint}` : message }
}

export const pieceField = (value: number) => `piece ${value}`
export const amountField = (key: number) => `amount ${key}`
export const reasonField = (key: number) => `reason ${key}`

const plainFields = new Set(['openingFloat', 'paidOtherwise', 'remark'])

function toFieldErrors(
  issues: readonly { path: string; message: string }[],
  entry: CashCountEntry,
  input: DaySheetInput,
) {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    errors[fieldOf(path, entry, input)] ??= message
  }
  return errors
}

function fieldOf(path: string, entry: CashCountEntry, { counted }: DaySheetInput) {
  if (plainFields.has(path)) return path
  if (path === 'counted.sum') return 'sum'
  const [, list, index = '', part] =
    /^(?:counted\.)?(pieces|takenOut)\.(\d+)\.(\w+)$/.exec(path) ?? []
  const piece = counted.pieces?.[Number(index)]
  if (list === 'pieces' && piece) return pieceField(piece.value)
  const taken = entry.takenOut[Number(index)]
  if (list === 'takenOut' && taken) {
    return part === 'reason' ? reasonField(taken.key) : amountField(taken.key)
  }
  return 'form'
}
