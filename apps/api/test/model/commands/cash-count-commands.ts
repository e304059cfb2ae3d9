import { isDeepStrictEqual } from 'node:util'
import { cashPieces, daySheets } from '@stockie/contracts'
import { dollars } from '#test/model/amounts'
import {
  type Call,
  type CallContext,
  changing,
  dayFigures,
  impossibleAnswer,
  isRejectedFor,
  type ModelAnswer,
  newId,
  reading,
} from '#test/model/calls'
import { textOf } from '#test/model/choices'
import { days, storeDay } from '#test/model/day-ranges'
import { areFiguresOf, totalSalesOf } from '#test/model/expected/expected-day-sheets'
import type { CountCashPlan } from '#test/model/sequence-plans'
import type { Shop } from '#test/model/shop-model'

/** A cash count to send. Amounts are in cents. All copies of it have the same body and the same key. */
export type CountSubmission = {
  day: string
  float: number
  counted: { sum: number } | { pieces: readonly { value: number; count: number }[] }
  otherwise: number
  takenOut: readonly { cents: number; reason: string }[]
  remark: string | null
  key: string | undefined
}

export function planCount(plan: CountCashPlan, { number }: CallContext): CountSubmission {
  // Each coin and note may be counted only once.
  const pieces = new Map(plan.pieces.map(({ piece, count }) => [cashPieces[piece] ?? 0, count]))
  const listed = [...pieces].map(([value, count]) => ({ value: Math.round(value * 100), count }))
  return {
    day: days[plan.day % days.length] ?? '',
    float: plan.float,
    counted: plan.isSum ? { sum: plan.sum } : { pieces: listed },
    otherwise: plan.otherwise,
    takenOut: plan.takenOut.map(({ cents, text }) => ({ cents, reason: textOf(text).trim() })),
    remark: plan.text % 2 === 0 ? textOf(plan.text).trim() : null,
    key: plan.key === 0 ? undefined : `count-${number}`,
  }
}

/** The same submission with another counted sum. */
export function withOtherSum(submission: CountSubmission): CountSubmission {
  return { ...submission, counted: { sum: countedCents(submission) + 1 } }
}

function countedCents({ counted }: CountSubmission): number {
  if ('sum' in counted) return counted.sum
  return counted.pieces.reduce((cents, { value, count }) => cents + value * count, 0)
}

function bodyOf({ day, float, counted, otherwise, takenOut, remark }: CountSubmission) {
  return {
    date: day,
    openingFloat: dollars(float),
    counted:
      'sum' in counted
        ? { sum: dollars(counted.sum) }
        : { pieces: counted.pieces.map(({ value, count }) => ({ value: dollars(value), count })) },
    paidOtherwise: dollars(otherwise),
    takenOut: takenOut.map(({ cents, reason }) => ({ amount: dollars(cents), reason })),
    remark,
  }
}

const storeToday = () => storeDay(new Date().toISOString())

export function countCash(submission: CountSubmission, context: CallContext): Call {
  const { day, key } = submission
  const body = JSON.stringify(bodyOf(submission))
  const keyName = key && `day-sheets/${context.user.id}/${key}`
  const isFuture = day > storeToday()
  return {
    ...context,
    resource: 'day-sheets',
    method: 'POST',
    path: '/day-sheets',
    body,
    ...(key && { key }),
    explain(answer) {
      if (answer.status === 422) {
        if (!isFuture || !isRejectedFor(answer, ['date'])) throw impossibleAnswer(answer)
        return { effects: [] }
      }
      // The day may have begun since.
      if (![201, 409].includes(answer.status) || day > storeToday()) throw impossibleAnswer(answer)
      const touches = [reading(dayFigures), ...(keyName ? [changing(keyName)] : [])]
      const apply = (shop: Shop) => applyCount(shop, submission, answer, context, keyName)
      return { effects: [{ touches, apply }] }
    },
  }
}

function applyCount(
  shop: Shop,
  submission: CountSubmission,
  answer: ModelAnswer,
  { user }: CallContext,
  keyName: string | undefined,
): Shop | undefined {
  const body = JSON.stringify(bodyOf(submission))
  const first = keyName === undefined ? undefined : shop.keys.get(keyName)
  if (first) {
    if (first.body !== body) return answer.status === 409 ? shop : undefined
    const expected = { status: 201, body: shop['day-sheets'].get(first.id)?.row }
    return isDeepStrictEqual(answer, expected) ? shop : undefined
  }
  if (answer.status !== 201) return undefined
  const row = daySheets.stored.strict().parse(answer.body)
  const total = totalSalesOf(shop, submission.day)
  const taken = submission.takenOut.reduce((cents, one) => cents + one.cents, 0)
  const expectedCash = submission.float + total - submission.otherwise - taken
  const counted = countedCents(submission)
  const expected = {
    ...bodyOf(submission),
    id: newId(shop, 'day-sheets', answer),
    countedTotal: dollars(counted),
    expectedCash: dollars(expectedCash),
    difference: dollars(counted - expectedCash),
    figures: row.figures,
    createdAt: row.createdAt,
    createdByName: user.name,
  }
  if (!isDeepStrictEqual(answer.body, expected)) return undefined
  if (!areFiguresOf(shop, submission.day, row.figures)) return undefined
  const counts = new Map(shop['day-sheets']).set(row.id, { id: row.id, row })
  const after = { ...shop, 'day-sheets': counts }
  if (keyName === undefined) return after
  return { ...after, keys: new Map(after.keys).set(keyName, { body, id: row.id }) }
}
