import { z } from 'zod'
import { defineResource, recordVersion } from '../definitions'
import { selectedRecordId, isoDate, optionalText, positiveInteger, requiredText } from '../fields'
import { dateRangeQuery } from '../http/request-params'
import { limits } from '../zod-free/limits'

export const expenses = defineResource({
  path: 'expenses',
  input: z.object({
    name: requiredText({
      required: 'Expense name is required',
      label: 'Expense name',
      max: limits.name,
    }).meta({ example: 'Shop rent' }),
    amount: positiveInteger('Amount').meta({ description: 'Whole dollars', example: 1200 }),
    description: optionalText({ label: 'Description', max: limits.longText }).meta({
      example: 'November',
    }),
    expenseCategoryId: selectedRecordId('Expense category is required').meta({ example: 1 }),
    // Optional without a default: the hash of a body without a day must stay that of older programs.
    date: isoDate.optional().meta({
      description:
        "The expense's day in the store's time zone. Without it, a new expense belongs to today, and an update keeps the day",
      example: '2026-11-21',
    }),
  }),
  row: z.object({
    id: z.int().meta({ example: 1 }),
    name: z.string().meta({ example: 'Shop rent' }),
    amount: z.int().meta({ description: 'Whole dollars', example: 1200 }),
    description: z.string().nullable().meta({ example: 'November' }),
    expenseCategoryId: z.int().meta({ example: 1 }),
    expenseCategoryName: z
      .string()
      .nullable()
      .meta({ description: 'null if the category was deleted', example: 'Rent' }),
    createdAt: z.iso.datetime().meta({
      description:
        "The moment of entry, or noon of the day that the caller chose, in the store's time zone",
      example: '2026-11-21T09:30:00.000Z',
    }),
    enteredAt: z.iso.datetime().meta({
      description: 'The moment of entry. It never changes',
      example: '2026-11-21T09:30:00.000Z',
    }),
    day: isoDate.meta({
      description: "The calendar day of createdAt in the store's time zone: the expense's date",
    }),
    ...recordVersion,
  }),
  query: dateRangeQuery,
})

export type ExpenseInput = z.output<typeof expenses.input>
export type Expense = z.output<typeof expenses.row>
