import { z } from 'zod'
import { defineReport } from '../definitions'
import {
  amount,
  atMostMessage,
  isoDate,
  optionalText,
  requiredDay,
  requiredText,
  signedAmount,
} from '../fields'
import { salesBreakdown } from '../reports'
import { limits, maxAmount } from '../zod-free/limits'
import { cashPieces, sumOfAmounts } from './cash'
import { recordingRow } from './document-lines'

export const daySheetChecks = {
  date: 'Please select a date.',
  /** Only the server knows the store's today. */
  future: 'Please select a day up to today.',
  counted: 'Count the cash either as a sum or by coins and notes.',
  twice: 'Each coin and note may be counted only once',
  value: `The value of a coin or note must be one of ${cashPieces.join(', ')}`,
  count: 'The number of a coin or note must be a whole number from 0 to 100,000',
  takenOut: 'The cash taken out must be a list of at most 20 amounts with a reason',
  nothingTaken: 'The amount must be more than 0',
  reason: 'Please enter a reason.',
} as const

/** Rows of deleted sales, of deleted returns, and stored counts, in one answer. */
export const daySheetRows = 100

export const maxTakenOut = 20

const piece = z.object(
  {
    value: z
      .number(daySheetChecks.value)
      .refine((value) => cashPieces.some((known) => known === value), daySheetChecks.value)
      .meta({ description: 'In dollars', example: 20 }),
    count: z
      .int(daySheetChecks.count)
      .min(0, daySheetChecks.count)
      .max(100_000, daySheetChecks.count)
      .meta({ example: 14 }),
  },
  'A coin or note must have a value and a count',
)

const pieces = z
  .array(piece, daySheetChecks.counted)
  .max(cashPieces.length, daySheetChecks.twice)
  .superRefine((counted, context) => {
    const known = new Set<number>()
    for (const [index, { value }] of counted.entries()) {
      if (known.has(value)) {
        context.addIssue({ code: 'custom', path: [index, 'value'], message: daySheetChecks.twice })
      }
      known.add(value)
    }
  })

const counted = z
  .object(
    { sum: amount('Counted cash').optional(), pieces: pieces.optional() },
    daySheetChecks.counted,
  )
  .refine(({ sum, pieces: listed }) => (sum === undefined) !== (listed === undefined), {
    error: daySheetChecks.counted,
  })
  .meta({
    description: 'Either the sum, or the number of each coin and note',
    oneOf: [{ required: ['sum'] }, { required: ['pieces'] }],
    example: { sum: 284.5 },
  })

const takenOutTooHigh = atMostMessage('The cash taken out', maxAmount)

const takenOut = z.object(
  {
    amount: amount('Amount')
      .refine((value) => value !== 0, daySheetChecks.nothingTaken)
      .meta({ example: 20 }),
    reason: requiredText({
      required: daySheetChecks.reason,
      label: 'Reason',
      max: limits.name,
    }).meta({ example: 'Window cleaner' }),
  },
  'Cash taken out must have an amount and a reason',
)

const lastDeleted = `The rows are the ${daySheetRows} that were deleted last`

function deletedDocuments<Ids extends z.ZodRawShape>(ids: Ids) {
  return z.object({
    count: z.int().meta({ example: 1 }),
    totalAmount: z.number().meta({ example: 24 }),
    rows: z.array(
      z.object({
        ...ids,
        customerName: z.string().meta({ example: 'Ada Fashola' }),
        totalAmount: z.number().meta({ example: 24 }),
        deletedAt: z.iso.datetime().meta({ example: '2026-11-21T16:05:00.000Z' }),
        deletedByName: z.string().meta({ example: 'Olivia Owner' }),
      }),
    ),
  })
}

/** The figures of one day. The total of its sales is that of the profit summary. */
const dayFigures = salesBreakdown.row.extend({
  grossSales: z.number().meta({
    description: 'totalSales before what returns paid back: refunds and shippingRefunds',
    example: 4800.5,
  }),
  deletedSales: deletedDocuments({ saleId: z.int().meta({ example: 7 }) }).meta({
    description: `Sales of this day that are deleted now. ${lastDeleted}`,
  }),
  deletedReturns: deletedDocuments({
    returnId: z.int().meta({ example: 4 }),
    saleId: z.int().meta({ example: 7 }),
  }).meta({
    description: `Returns of this day that are deleted now, also those that went with their sale. totalAmount is what they paid back. ${lastDeleted}`,
  }),
  byPerson: z
    .array(
      z.object({
        createdById: z.int().meta({ example: 1 }),
        createdByName: z.string().meta({ example: 'Olivia Owner' }),
        sales: z.int().meta({ description: 'The number of sales', example: 41 }),
        grossSales: z.number().meta({ example: 2100 }),
        returns: z.int().meta({ description: 'The number of returns', example: 1 }),
        totalRefunds: z.number().meta({ description: 'What they paid back', example: 24 }),
      }),
    )
    .meta({ description: 'Who recorded the sales and the returns, the highest sales first' }),
  byHour: z
    .array(
      z.object({
        hour: z.int().nullable().meta({
          description:
            "The hour of the recording by the store's clock, 0 to 23. null for sales that were recorded on another day",
          example: 9,
        }),
        sales: z.int().meta({ description: 'The number of sales', example: 12 }),
        grossSales: z.number().meta({ example: 310.5 }),
      }),
    )
    .meta({ description: 'Only the hours with sales' }),
})

const money = (example: number) => z.number().meta({ example })

/** A cash count, with the figures of its day at the moment of the count. It never changes. */
const storedDaySheet = z.object({
  id: z.int().meta({ example: 1 }),
  date: isoDate,
  openingFloat: money(100),
  counted: z
    .object({
      sum: z.number().optional(),
      pieces: z.array(z.object({ value: z.number(), count: z.int() })).optional(),
    })
    .meta({ description: 'As it was sent', example: { sum: 284.5 } }),
  countedTotal: money(284.5),
  paidOtherwise: money(50),
  takenOut: z.array(
    z.object({ amount: money(20), reason: z.string().meta({ example: 'Window cleaner' }) }),
  ),
  remark: z.string().nullable().meta({ example: 'One note was torn' }),
  expectedCash: z.number().meta({
    description: 'openingFloat + figures.totalSales - paidOtherwise - takenOut',
    example: 286.5,
  }),
  difference: z.number().meta({ description: 'countedTotal - expectedCash', example: -2 }),
  figures: dayFigures.meta({ description: 'As they were at the moment of the count' }),
  ...recordingRow,
})

/** A day's figures, and the cash counts of that day. */
export const daySheets = {
  ...defineReport({
    path: 'day-sheets',
    query: z.object({
      date: requiredDay('date must be a day').meta({ example: '2026-11-21' }),
    }),
    row: z.object({
      date: isoDate,
      today: isoDate.meta({ description: "The present day by the store's clock" }),
      figures: dayFigures,
      sheetCount: z
        .int()
        .meta({ description: 'The number of cash counts of this day', example: 1 }),
      sheets: z
        .array(
          storedDaySheet.extend({
            isCurrent: z.boolean().meta({
              description: "Whether the total of the day's sales is still the counted one",
              example: true,
            }),
          }),
        )
        .meta({ description: `The cash counts, newest first, at most ${daySheetRows}` }),
    }),
  }),
  stored: storedDaySheet,
  input: z.object({
    date: requiredDay(daySheetChecks.date),
    openingFloat: amount('Opening float').meta({ example: 100 }),
    counted,
    paidOtherwise: signedAmount('Paid by card and otherwise').default(0).meta({
      description: 'Not in cash. Below 0 if more of it was paid back than paid',
      example: 50,
    }),
    takenOut: z
      .array(takenOut, daySheetChecks.takenOut)
      .max(maxTakenOut, daySheetChecks.takenOut)
      // A larger sum would not be exact to the cent.
      .refine((rows) => sumOfAmounts(rows) <= maxAmount, takenOutTooHigh)
      .default([]),
    remark: optionalText({ label: 'Remark', max: limits.longText }).meta({
      example: 'One note was torn',
    }),
  }),
}

export type DayFigures = z.output<typeof dayFigures>
export type DaySheet = z.output<typeof daySheets.row>
export type StoredDaySheet = z.output<typeof storedDaySheet>
export type DaySheetInput = z.output<typeof daySheets.input>
export type DaySheetQuery = z.output<typeof daySheets.query>
